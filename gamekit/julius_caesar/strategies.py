"""Ready players."""
def at_random(random):
    return lambda view, legal: legal[random.randrange(len(legal))]
