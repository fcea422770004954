"""What would a program play?"""
