export default { render({el}) {
  const page = () => el.closest('.gk-page');
  const guard = event => {
    if (!page()?.contains(event.target)) return;
    const notebook = event.ctrlKey || event.altKey || event.metaKey || event.key === 'Escape';
    if (notebook) event.target.removeAttribute('data-lm-suppress-shortcuts');
    else event.target.setAttribute('data-lm-suppress-shortcuts', 'true');
  };
  const announce = () => {
    if (!page()) return;
    if (!found) look(found = page());
    for (const text of found.querySelectorAll('.gk-live > .widget-html-content:not([role])')) {
      text.setAttribute('role', 'status');
      text.setAttribute('aria-live', 'polite');
    }
  };
  const watch = new MutationObserver(announce);
  const look = at => { watch.disconnect(); watch.observe(at, {childList: true, subtree: true}); };
  let found = null;
  look(document.body);  // until the page is there
  announce();
  window.addEventListener('keydown', guard, true);
  el.style.display = 'none';
  return () => { watch.disconnect(); window.removeEventListener('keydown', guard, true); };
} };
