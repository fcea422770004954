"""What does the human see and type?"""
