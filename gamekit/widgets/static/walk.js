// Of some places on a picture the one that an arrow key leads to from the one with the focus; null for any other key.
const WAYS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};
const middle = place => {
  const box = place.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
function walk(event, places) {
  const way = WAYS[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey) return null;
  event.preventDefault(); event.stopPropagation();
  const [fx, fy] = middle(document.activeElement);
  let best = null, least = Infinity;
  for (const place of places) {
    const [x, y] = middle(place), along = (x - fx) * way[0] + (y - fy) * way[1];
    const aside = Math.abs((x - fx) * way[1]) + Math.abs((y - fy) * way[0]);
    if (along > 2 && along + 3 * aside < least) { least = along + 3 * aside; best = place; }
  }
  return best;
}
