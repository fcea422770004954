"""How do the bytes travel?"""
