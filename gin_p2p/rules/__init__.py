"""Is it gin rummy?"""
