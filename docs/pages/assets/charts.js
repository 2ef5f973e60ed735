// Draws each chart of a page with plotly, where the page carries its drawing; without it the still picture stays.
document$.subscribe(() => {
  for (const place of document.querySelectorAll('.gk-chart[data-drawing]')) {
    const {data, layout, config} = JSON.parse(place.dataset.drawing);
    place.removeAttribute('data-drawing');
    const begin = () => { place.replaceChildren(); Plotly.newPlot(place, data, layout, config); };
    if (window.Plotly) { begin(); continue; }
    const known = document.getElementById('plotly') || document.head.appendChild(
      Object.assign(document.createElement('script'), {id: 'plotly', src: `${__md_scope.href}assets/plotly.min.js`}));
    known.addEventListener('load', begin);
  }
});
