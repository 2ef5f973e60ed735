export default { render({model, el}) {
  el.style.display = 'none';
  const observer = new IntersectionObserver(entries => {
    model.set('visible', entries[entries.length - 1].isIntersecting);
    try { model.save_changes(); } catch { /* the page is being left */ }
  });
  const begin = () => {
    const panel = el.closest('.gk-panel');
    if (panel) observer.observe(panel); else frame = requestAnimationFrame(begin);
  };
  let frame = requestAnimationFrame(begin);
  return () => { cancelAnimationFrame(frame); observer.disconnect(); };
} };
