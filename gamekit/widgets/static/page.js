// A board's page. The kernel says what each control is like; what is done with one is said back with a number, and the
// kernel names the last number it has heard: a value that it cannot have heard of is never painted over.
const tag = (name, kind = '', ...children) => {
  const made = document.createElement(name);
  made.className = kind; made.append(...children);
  return made;
};
const button = kind => Object.assign(tag('button', kind), {type: 'button'});
const ROW = 'jupyter-widgets widget-inline-hbox ';

// A control that is named: its name stands before it.
function named(node, kind, control, ...more) {
  const label = tag('label', 'widget-label');
  control.id = label.htmlFor = `gk-${node.view}-${node.id}`;
  node.base = ROW + kind;
  node.el = tag('div', '', label, control, ...more);
  return fields => {
    label.textContent = fields.description; label.style.display = fields.description ? '' : 'none';
    label.style.width = fields.wide ? `${fields.wide}px` : '';
    control.disabled = fields.disabled;
    control.title = fields.tooltip || fields.description;
    if (!fields.description) control.setAttribute('aria-label', fields.tooltip || fields.placeholder || '');
  };
}

// The same elements in the same order stay where they are, so that what has the focus keeps it.
function fill(el, children) {
  for (const old of [...el.children]) if (!children.includes(old) && !old.classList.contains('gk-lost')) old.remove();
  children.forEach((child, n) => { if (el.children[n] !== child) el.insertBefore(child, el.children[n] ?? null); });
}

// A model that takes over two seconds to begin (many boards on a slow machine) is given up by anywidget, which then
// keeps from it all that the kernel says: it hears the kernel itself.
function hears(model) {
  const {_handle_comm_msg: heard} = Object.getPrototypeOf(model.constructor.prototype);
  if (model.get('_esm')) model.comm?.on_msg(heard.bind(model));
  model.get('children')?.forEach(hears);
}

const KINDS = {
  Container(node, page) {
    node.el ??= Object.assign(tag(node.fields.title ? 'details' : 'div'), {name: node.view});  // of a name one is open
    node.base = 'jupyter-widgets widget-container widget-box';
    const head = node.fields.title ? [tag('summary')] : [];
    return fields => {
      head.forEach(line => { line.textContent = fields.title; });
      fill(node.el, [...head, ...fields.children.map(id => page.nodes.get(id).el)]);
    };
  },
  Html(node) {
    const content = tag('div', 'widget-html-content');
    node.el = tag('div', '', content);
    node.base = ROW + 'widget-html';
    return (fields, changed) => {
      if (fields.classes.split(' ').includes('gk-live')) content.setAttribute('role', 'status');
      if (fields.classes.split(' ').includes('gk-logs')) node.el.tabIndex = 0;  // what scrolls is reached by keys
      if (!('html' in changed)) return;
      content.innerHTML = fields.html;
      content.querySelectorAll('.gk-logs').forEach(log => { log.tabIndex = 0; });
    };
  },
  Button(node) {
    node.el = button();
    node.base = 'jupyter-widgets jupyter-button widget-button';
    node.el.addEventListener('click', () => node.say());
    return fields => {
      if (node.el.textContent !== fields.description) node.el.textContent = fields.description;
      node.el.disabled = fields.disabled;
      node.el.title = fields.tooltip || fields.description;
      if (/^[−+]$/.test(fields.description)) node.el.setAttribute('aria-label', node.el.title);  // a sign is no name
    };
  },
  Menu(node) {
    const list = tag('select'), dress = named(node, 'widget-dropdown', list);
    list.addEventListener('change', () => node.say(list.selectedIndex, {name: node.fields.options[list.selectedIndex][1]}));
    return (fields, changed) => {
      if ('options' in changed) list.replaceChildren(...fields.options.map(([text]) => new Option(text)));
      list.style.width = fields.options.length > 20 ? '148px' : '';  // else the page measures all: it grows from there
      list.selectedIndex = fields.value;
      dress(fields);
    };
  },
  Radio(node) {
    const el = node.el = tag('div'), name = `gk-${node.view}-${node.id}`;
    node.base = 'jupyter-widgets';
    el.setAttribute('role', 'radiogroup');
    return fields => {
      const had = el.contains(document.activeElement);
      el.setAttribute('aria-label', fields.label);
      el.replaceChildren(...fields.options.map((parts, index) => {
        const input = tag('input'), chosen = index === fields.value;
        Object.assign(input, {type: 'radio', name, checked: chosen});
        input.addEventListener('change', () => node.say(index, {name: parts[0]}));
        const kinds = ['gk-name', 'gk-quiet', 'gk-value'];
        return tag('label', 'gk-choice' + (chosen ? ' gk-chosen' : ''), input,
          ...parts.map((text, n) => tag('span', kinds[n], text)));
      }));
      if (had) el.querySelector('input:checked')?.focus();
    };
  },
  Slider(node, page) {
    const line = tag('input'), told = tag('div', 'widget-readout');
    line.type = 'range';
    const dress = named(node, 'widget-slider widget-hslider', line, told);
    line.addEventListener('input', () => {
      told.textContent = line.value;
      node.fields.value = Number(line.value);
      node.waits = node.serial > page.heard;  // while one is not answered no other is sent
      if (!node.waits) node.say(node.fields.value);
    });
    node.heard = () => {
      if (!node.waits || node.serial > page.heard) return;
      node.waits = false; node.say(node.fields.value);
    };
    return fields => {
      Object.assign(line, {min: fields.min, max: fields.max, value: fields.value});
      told.textContent = fields.value;
      told.style.display = fields.description ? '' : 'none';
      if (!fields.description) line.setAttribute('aria-valuetext', fields.tooltip);
      dress(fields);
    };
  },
  Check(node) {
    const box = tag('input'), text = tag('span');
    box.type = 'checkbox';
    node.el = tag('div', '', tag('label', 'widget-label-basic', box, text));
    node.base = ROW + 'widget-checkbox';
    box.addEventListener('change', () => node.say(box.checked));
    return fields => {
      box.checked = fields.value; box.disabled = fields.disabled;
      text.textContent = text.title = fields.description;
    };
  },
  Input(node) {
    const line = tag('input');
    line.type = 'text';
    const dress = named(node, 'widget-text', line);
    const done = () => { if (node.typed) { node.typed = false; node.say(line.value); } };
    line.addEventListener('input', () => { node.typed = true; });
    line.addEventListener('change', done);
    line.addEventListener('blur', done);
    line.addEventListener('keydown', event => { if (event.key === 'Enter') done(); });
    return fields => {
      if (!node.typed && line.value !== fields.value) line.value = fields.value;
      line.placeholder = fields.placeholder;
      dress(fields);
    };
  },
  Tiles(node) {
    const el = node.el = tag('div');
    node.base = 'gk-tiles';
    el.setAttribute('role', 'group');
    return fields => {
      const had = el.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      const index = [...el.children].indexOf(document.activeElement);
      el.setAttribute('aria-label', fields.label);
      el.replaceChildren(...fields.tiles.map(([key, html, label, kind, pressed, disabled]) => {
        const tile = button(`gk-tile ${kind}${pressed ? ' gk-pressed' : ''}`);
        tile.dataset.key = key; tile.title = label; tile.disabled = disabled; tile.innerHTML = html;
        tile.setAttribute('aria-label', label);
        if (pressed) tile.setAttribute('aria-pressed', 'true');
        tile.addEventListener('click', () => node.say(key));
        return tile;
      }));
      if (had === null) return;
      const all = [...el.querySelectorAll('button:enabled')];
      (all.find(tile => tile.dataset.key === had) || all[Math.min(index, all.length - 1)])?.focus();
    };
  },
  Copy(node) {
    const el = node.el = button();
    node.base = 'gk-copy';
    const name = () => { el.textContent = node.fields.title; el.title = node.fields.text; };
    const old = text => {
      const area = tag('textarea');
      area.value = text; area.style.position = 'fixed'; area.style.opacity = 0;
      document.body.append(area); area.select();
      const done = document.execCommand('copy');
      area.remove(); el.focus();
      return done;
    };
    el.addEventListener('click', async () => {
      const text = node.fields.text || (await node.ask()).text;
      if (!text) return;
      try { await navigator.clipboard.writeText(text); } catch { if (!old(text)) return; }
      el.textContent = node.fields.done;
      setTimeout(name, 1500);
    });
    return name;
  },
  Download(node) {
    node.el = button();
    node.base = 'gk-copy';
    node.el.addEventListener('click', async () => { const file = await node.ask(); give(file, file.buffers); });
    return fields => { node.el.textContent = fields.title; };
  },
  Upload(node) {
    const press = button('gk-copy'), input = tag('input');
    input.type = 'file'; input.style.display = 'none';
    node.el = tag('div', '', press, input);
    node.base = 'jupyter-widgets';
    press.addEventListener('click', () => input.click());
    input.addEventListener('change', async () => {
      if (input.files.length) node.say(await input.files[0].text());
      input.value = '';
    });
    return fields => {
      press.textContent = fields.title; input.accept = fields.accept;
      input.setAttribute('aria-label', fields.title);
    };
  },
  Clock(node) {
    let timer = null;
    node.el = tag('span');
    node.base = 'gk-style';
    node.gone = () => clearInterval(timer);
    return fields => {
      clearInterval(timer);
      timer = fields.on ? setInterval(() => node.say(), fields.milliseconds) : null;
    };
  },
  Chart(node) {  // made when it can be seen, dimmed while a newer one is on its way
    const content = tag('div'), links = tag('div', 'gk-links'), told = tag('div', 'gk-quiet gk-said');
    told.setAttribute('role', 'status');
    node.el = tag('div', '', told, content, links);
    const watch = new IntersectionObserver(seen => { node.tell('seen', {seen: seen.some(one => one.isIntersecting)}); });
    watch.observe(node.el);
    node.gone = () => watch.disconnect();
    return (fields, changed) => {
      node.base = fields.busy ? 'gk-panel gk-dim' : 'gk-panel';
      told.innerHTML = fields.said;
      if ('html' in changed) {
        const open = content.querySelector('details')?.open;
        content.innerHTML = fields.html;
        if (open !== undefined && content.querySelector('details')) content.querySelector('details').open = open;
      }
      if (!('saves' in changed || 'html' in changed)) return;
      links.replaceChildren(...(fields.html ? fields.saves : []).map(([what, title]) => {
        const press = Object.assign(tag('button', 'gk-copy'), {type: 'button', textContent: title});
        press.addEventListener('click', async () => { const file = await node.ask({what}); give(file, file.buffers); });
        return press;
      }));
    };
  },
  Widget(node, page) {  // a widget of its own on the page
    node.el = tag('div');
    node.base = 'gk-widget';
    const manager = page.model.widget_manager;
    const tell = (view, ...types) =>
      types.forEach(type => view.luminoWidget?.processMessage({type, isConflatable: false}));
    const shown = (async () => {
      const model = await manager.get_model(node.fields.model.slice('IPY_MODEL_'.length));
      hears(model);
      const view = await manager.create_view(model);
      tell(view, 'before-attach'); node.el.append(view.el); tell(view, 'after-attach');
      return view;
    })();
    node.gone = async () => { const view = await shown; tell(view, 'before-detach', 'after-detach'); view.remove(); };
    return () => {};
  },
};

// Without a kernel that knows the page nothing on it can be answered: it greys and says how to get it back.
const GONE = ['dead', 'restarting', 'autorestarting', 'terminating'], PATIENCE = 5000;  // milliseconds for an answer
// Of a restart by another program JupyterLab hears at most that the kernel starts, which the new one says once, often
// before anybody listens. It would go on to write to threads of the one before, which nobody hears. Each has a session
// of its own, and says with each piece of work that it is busy.
const heard = globalThis.__gamekit_kernels ??= new WeakMap();  // of all boards: what is called when it is another one
function renewals(kernel) {
  if (!kernel?.anyMessage) return new Set();
  if (heard.has(kernel)) return heard.get(kernel);
  const calls = new Set(), [comm] = kernel._comms?.values() ?? [];  // any: what it forgets is kept for all of a kernel
  let session = kernel._kernelSession;
  kernel.anyMessage.connect((_, {msg, direction}) => {
    if (direction !== 'recv' || !['starting', 'busy', 'idle'].includes(msg.content.execution_state)) return;
    if (session && session !== msg.header.session) { comm?._cleanSubshells?.(); calls.forEach(call => call()); }
    session = msg.header.session;
  });
  heard.set(kernel, calls);
  return calls;
}
function watch(model, el, said) {
  const kernel = model.widget_manager?.kernel;
  const renewed = renewals(kernel);
  const lost = tag('div', 'gk-lost', tag('b'));
  let waiting = null;
  const show = () => {
    lost.firstChild.textContent = said() ?? '';
    lost.setAttribute('role', 'alert');
    for (const child of el.children) if (child !== lost) child.inert = true;
    if (lost.parentNode !== el) el.append(lost);
  };
  const gone = () => kernel?.isDisposed || kernel?.status === 'dead' || el.closest('.jupyter-widgets-disconnected');
  const check = (_, status) => { if (GONE.includes(status)) show(); else setTimeout(() => { if (gone()) show(); }); };
  const asked = () => {  // a kernel that is busy answers later
    waiting ??= setTimeout(() => {
      waiting = null;
      if (kernel?.status === 'busy' || kernel?.connectionStatus === 'connecting') asked(); else show();
    }, PATIENCE);
  };
  const answered = () => {
    clearTimeout(waiting); waiting = null;
    if (!lost.parentNode) return;
    lost.remove();
    for (const child of el.children) child.inert = false;
  };
  renewed.add(show);
  model.on('comm_live_update', check);
  for (const signal of ['statusChanged', 'disposed']) kernel?.[signal]?.connect(check);
  return {asked, answered, stop: () => {
    clearTimeout(waiting);
    renewed.delete(show);
    model.off('comm_live_update', check);
    for (const signal of ['statusChanged', 'disposed']) kernel?.[signal]?.disconnect(check);
  }};
}

export default { render({model, el, kinds = {}}) {
  const nodes = new Map(), view = Math.random().toString(36).slice(2), answers = new Map();
  const page = {nodes, model, heard: 0}, watched = watch(model, el, () => nodes.get('0')?.fields.lost);
  let serial = 0;
  const send = content => {
    try { model.send({...content, view}); } catch { return; /* the page is being left */ }
    if (content.event === 'said' || content.event === 'ask') watched.asked();
  };
  const made = (id, kind, fields) => {
    const node = {id, view, fields, serial: 0};
    node.say = (value, more) => {
      if (value !== undefined && 'value' in node.fields) node.fields.value = value;
      node.serial = ++serial;
      send({event: 'said', id, serial, value, ...more});
    };
    node.ask = more => new Promise(resolve => { answers.set(id, resolve); send({event: 'ask', id, ...more}); });
    if (id === '0') node.el = el;
    node.tell = (event, more) => send({event, id, ...more});
    node.paint = (kinds[kind] ?? KINDS[kind])(node, page);
    return node;
  };
  const dress = node => {
    if (node.el === el) return;
    const {error} = node.fields, field = node.el.querySelector?.('input');
    if (error && !node.wrong) node.wrong = Object.assign(tag('div', 'gk-wrong'), {role: 'alert'});
    if (node.wrong) {  // why the text or the file was refused, beside its field
      if (node.wrong.textContent !== error) node.wrong.textContent = error;
      if (!error) node.wrong.remove();
      else if (node.wrong.parentNode !== node.el) node.el.append(node.wrong);
      field?.setAttribute('aria-invalid', Boolean(error));
    }
    node.el.className = `${node.base} ${error ? 'gk-refused ' : ''}${node.fields.classes ?? ''}`;
    node.el.style.display = node.fields.shown ? '' : 'none';
  };
  const named = () => {
    el.setAttribute('role', 'region');
    el.setAttribute('aria-label', el.querySelector('h2')?.textContent || el.querySelector('canvas, .gk-picture svg')?.ariaLabel || '');
  };
  const show = ({seen, changed, gone}) => {
    page.heard = seen[view] ?? page.heard;
    for (const [id, fields] of changed) {  // what lies within an area comes before it
      let node = nodes.get(id);
      if (!node && !fields.is) continue;  // of a page that is about to be sent as a whole
      if (!node) nodes.set(id, node = made(id, fields.is, fields));
      if ('value' in fields && (node.serial > page.heard || node.waits)) delete fields.value;
      Object.assign(node.fields, fields);
      node.paint(node.fields, fields);
      dress(node);
    }
    for (const id of gone) { nodes.get(id)?.gone?.(); nodes.delete(id); }
    named();
    for (const node of nodes.values()) node.heard?.();
  };
  const hear = (message, buffers) => {
    watched.answered();
    if (message.event === 'page') show(message);
    else if (message.event === 'frames') nodes.get(message.id)?.play(message.frames);
    else if (message.view === view) answers.get(message.id)?.({...message, buffers});
  };
  // One-letter commands of a notebook (dd deletes a cell) are not for keys pressed here; Ctrl, Alt, Meta, Escape are.
  const guard = event => {
    if (!el.contains(event.target)) return;
    const notebook = event.ctrlKey || event.altKey || event.metaKey || event.key === 'Escape';
    if (notebook) event.target.removeAttribute('data-lm-suppress-shortcuts');
    else event.target.setAttribute('data-lm-suppress-shortcuts', 'true');
  };
  // A digit presses a tile of the row whose tiles have keys.
  const digit = event => {
    const field = event.target.matches('input, select, textarea') || event.ctrlKey || event.altKey || event.metaKey;
    if (field || !/^\d$/.test(event.key) || event.target.closest('.gk-page') !== el) return;
    const tiles = [...nodes.values()].find(node => node.fields.keys && node.el.offsetParent);
    tiles?.el.children[event.key]?.click();
  };
  el.addEventListener('keydown', digit);
  el.addEventListener('gk-named', named);  // a picture has its name later
  window.addEventListener('keydown', guard, true);
  model.on('msg:custom', hear);
  const {id, version, changed} = structuredClone(model.get('whole'));
  if (id) model.widget_manager.get_model(id).then(hears);
  show({seen: {}, changed, gone: []});
  send({event: 'attached', version});
  return () => {
    window.removeEventListener('keydown', guard, true);
    el.removeEventListener('keydown', digit);
    el.removeEventListener('gk-named', named);
    model.off('msg:custom', hear);
    watched.stop();
    for (const node of nodes.values()) node.gone?.();
  };
} };
