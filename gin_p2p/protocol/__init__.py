"""Who may say what next, and what follows?"""
