// After Run All a notebook stands where it was: JupyterLab goes to the last cell, away from the board that one ran.
(() => {
  const RUNS = ['notebook:run-all-cells', 'notebook:restart-run-all'], FRAMES = 20;
  const stay = (notebook, run) => {
    const room = notebook.node.querySelector('.jp-WindowedPanel-outer') ?? notebook.node;
    const at = notebook.activeCellIndex, top = room.scrollTop;
    let left = FRAMES;
    const back = () => {
      if (notebook.isDisposed) return;
      room.scrollTop = top;
      if (left--) requestAnimationFrame(back);
    };
    const gone = () => {
      if (notebook.activeCellIndex < notebook.widgets.length - 1) return;
      notebook.activeCellChanged.disconnect(gone);
      notebook.activeCellIndex = at;
      back();
    };
    if (at < notebook.widgets.length - 1) notebook.activeCellChanged.connect(gone);
    const done = run();
    if (at === notebook.widgets.length - 1) back();
    Promise.resolve(done).finally(() => notebook.activeCellChanged.disconnect(gone));
    return done;
  };
  const plugin = {id: 'gamekit-stays:plugin', autoStart: true, activate: app => {
    const execute = app.commands.execute.bind(app.commands);
    app.commands.execute = (id, given) => {
      const notebook = app.shell.currentWidget?.content;
      const runs = RUNS.includes(id) && notebook?.activeCellChanged && notebook.widgets;
      return runs ? stay(notebook, () => execute(id, given)) : execute(id, given);
    };
  }};
  (globalThis._JUPYTERLAB ??= {})['gamekit-stays'] = {init() {}, get: async () => () => ({__esModule: true, default: plugin})};
})();
