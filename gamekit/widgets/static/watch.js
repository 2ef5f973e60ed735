export default { render({model, el}) {
  el.style.display = 'none';
  const observer = new IntersectionObserver(entries => {
    model.set('visible', entries[entries.length - 1].isIntersecting);
    try { model.save_changes(); } catch { /* the page is being left */ }
  });
  const begin = () => {
    const panel = el.closest('.gk-panel');
    if (!panel) { frame = requestAnimationFrame(begin); return; }
    observer.observe(panel);
    for (const handle of panel.querySelectorAll('.noUi-handle'))  // ipywidgets gives its sliders no name
      handle.setAttribute('aria-label', handle.closest('.widget-slider')?.querySelector('.widget-label')?.textContent ?? '');
  };
  let frame = requestAnimationFrame(begin);
  return () => { cancelAnimationFrame(frame); observer.disconnect(); };
} };
