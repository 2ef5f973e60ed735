"""Questions about anything that has a distribution: evaluate, solve for an input, sensitivity, comparison, sweeps."""
