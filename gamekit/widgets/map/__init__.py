"""Maps of any game: ``atlas`` has the content (places, roads, seas, provinces, positions of names), ``base`` cuts
it to a width and draws what never moves; ``placing`` finds room on it. Colours and words of a game are arguments."""
