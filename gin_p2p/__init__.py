"""Honest Gin Rummy between two machines: a game, a deal nobody can rig, and a record anybody can check."""
