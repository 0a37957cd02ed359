"""A network for the Game of Amazons, trained from nothing by self-play."""
