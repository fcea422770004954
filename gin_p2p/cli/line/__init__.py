"""How does a person sit at a match, line by line?"""
