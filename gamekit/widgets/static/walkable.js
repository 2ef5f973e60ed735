// Every table of the board is in the page: a control names the number of the next one.
(() => {
  const {pieces, pages, spoken, languages} = JSON.parse(document.getElementById('tables').textContent);
  const page = document.getElementById('page'), said = document.getElementById('spoken');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer = 0;
  const controls = () => [...page.querySelectorAll('button, select, input, .gk-walk-target')];
  const name = e => e ? `${e.tagName} ${e.getAttribute('aria-label') || e.labels?.[0]?.firstElementChild?.textContent || e.textContent}` : '';
  const show = number => {
    const had = page.contains(document.activeElement) ? document.activeElement : null;
    const place = had ? controls().indexOf(had) : -1, called = name(had);
    const top = scrollY;
    clearTimeout(timer);
    page.innerHTML = pages[number].map(one => pieces[one]).join('');
    document.documentElement.lang = languages[number];
    said.textContent = pieces[spoken[number]];
    if (had) {
      const now = controls();
      (now.find(e => name(e) === called && !e.disabled) ?? now[Math.min(place, now.length - 1)])?.focus({preventScroll: true});
    }
    scrollTo(0, top);
    const clock = page.querySelector('[data-clock]');
    if (clock && !calm) timer = setTimeout(() => show(+clock.dataset.go), +clock.dataset.clock);
  };
  const go = e => {
    const ways = (e.dataset.go ?? '').split(' ').filter(Boolean);
    if (ways.length) show(+ways[Math.floor(Math.random() * ways.length)]);
  };
  page.addEventListener('click', event => {
    const e = event.target.closest('[data-go]');
    if (e && !e.disabled && !e.dataset.clock) go(e);
  });
  page.addEventListener('keydown', event => {
    if ((event.key === 'Enter' || event.key === ' ') && event.target.matches('.gk-walk-target')) {
      event.preventDefault(); go(event.target);
    }
  });
  page.addEventListener('input', event => {
    const e = event.target;
    if (e.matches('input[type=range]')) show(+e.dataset.ways.split(' ')[+e.value]);
    if (e.matches('select')) show(+e.value);
  });
  const wanted = () => Math.max(0, languages.indexOf(location.hash.slice(1)));
  addEventListener('hashchange', () => show(wanted()));
  show(wanted());
})();
