// When a board of the page is painted, if there is one, or cannot be within three seconds.
const painted = () => new Promise(resolve => {
  if (globalThis.__gamekit_painted || !document.querySelector('.gk-board')) return resolve();
  addEventListener('gk-painted', resolve, {once: true});
  setTimeout(resolve, 3000);
});

// One board or chart at a time, when nothing else is to be done: each keeps a page busy.
const turn = () => globalThis.__gamekit_turn = Promise.resolve(globalThis.__gamekit_turn).then(() =>
  new Promise(resolve => (globalThis.requestIdleCallback ?? setTimeout)(resolve, {timeout: 1000})));

