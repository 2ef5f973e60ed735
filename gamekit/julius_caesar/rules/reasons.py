"""Why an action is not legal, in a sentence; and what the rules rest on."""
from gamekit.julius_caesar.state import State
from typing import Any
basis = ()
def why_not(state: State, action: Any) -> str:
    return f"{action!r} is not legal in {state.phase}"
