"""What is on disk, and what does it show?"""
