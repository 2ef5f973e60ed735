"""Notebooks as pages."""
def pages(folder, language):
    return ()
def index(pages, boards, language):
    return "".join(f'<p><a href="{b.name}.html">{b.name}</a></p>' for b in boards)
