"""Maps of any game: a true projection, a coast, places and roads, names, insets, and room for what lies on it.

An ``atlas.Atlas`` says what there is (places, roads, seas, how the names stand); ``sheet.sheet`` cuts it to the width
there is; ``base.base_map`` draws what never moves, once; ``stacks`` draws the pieces that lie on it and ``placing``
finds the room for them; ``areas`` tints provinces. Nothing here knows a game: colours and words are arguments."""
