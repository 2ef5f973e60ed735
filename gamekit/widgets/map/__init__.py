"""Maps of any game: ``atlas`` says what there is (places, roads, seas, provinces, how the names stand), ``base`` cuts
it to the width there is and draws what never moves, once; ``placing`` finds room for what lies on it. No game is known
here: colours and words are arguments."""
