"""What does the full screen show, and what do its keys do?"""
