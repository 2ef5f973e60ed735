"""Maps of any game: ``atlas`` has the content (places, roads, seas, provinces, positions of names), ``base`` cuts
it to the width there is and draws what never moves, once; ``placing`` finds room for what lies on it. No game is known
here: colours and words are arguments."""
