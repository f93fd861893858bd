// Click to edit: while it is on, a click on a text or picture opens its entry in the control panel. The edit addresses are in attributes,
// which the server only adds in this mode.

const STATE = 'sitegen-preview-edit';
const EDITABLE = '[data-sitegen-edit]';

export interface EditMode {
  /** Turns it on and off. */
  readonly button: HTMLElement;
  /** Outlines the element that a click would edit. */
  readonly box: HTMLElement;
  /** Headers for requests for pages. */
  readonly headers: () => Record<string, string>;
}

/** Restores the mode of this tab. `onChange` updates the page. */
export function createEditMode(onChange: () => void): EditMode {
  let isOn = sessionStorage.getItem(STATE) === 'on';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'toggle';
  button.textContent = 'Click to edit';
  const box = createBox();
  const show = () => {
    button.setAttribute('aria-pressed', String(isOn));
    box.element.hidden = true;
  };
  button.addEventListener('click', () => {
    isOn = !isOn;
    sessionStorage.setItem(STATE, isOn ? 'on' : 'off');
    show();
    onChange();
  });
  listen(() => isOn, box);
  show();
  if (isOn) onChange();
  return { button, box: box.element, headers: () => (isOn ? { 'x-sitegen-edit': '1' } : {}) };
}

type Box = ReturnType<typeof createBox>;

/** The outline with the name of the field. */
function createBox() {
  const element = document.createElement('div');
  element.className = 'edit-box';
  const name = document.createElement('span');
  name.setAttribute('role', 'status');
  element.append(name);
  return {
    element,
    move: (target: Element | null) => {
      element.hidden = target === null;
      if (target === null) return;
      const { left, top, width, height } = target.getBoundingClientRect();
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      name.textContent = describe(target);
    },
  };
}

/** Entries of the sample are files, which a browser cannot edit. */
function describe(target: Element): string {
  const { sitegenEdit: address = '', sitegenField: field = '' } = (target as HTMLElement).dataset;
  return /^https?:/i.test(address) ? `Edit ${field}` : `${field} (${address === '' ? 'no edit address' : address})`;
}

function listen(isOn: () => boolean, box: Box): void {
  const find = ({ target }: Event) => (isOn() && target instanceof Element ? target.closest(EDITABLE) : null);
  const follow = (event: Event) => box.move(find(event));
  // After scrolling, the pointer may still be on the same element.
  for (const type of ['pointermove', 'focusin']) document.addEventListener(type, follow);
  // The outline does not scroll with the page.
  document.addEventListener('scroll', () => box.move(null), { capture: true, passive: true });
  const open = (event: Event) => {
    const target = find(event);
    if (target === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const address = target.getAttribute('data-sitegen-edit') ?? '';
    if (/^https?:/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
  };
  document.addEventListener('click', open, { capture: true });
  document.addEventListener(
    'keydown',
    (event) => {
      // On links and buttons, Enter is also a click.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.matches(`[tabindex="0"]${EDITABLE}`))
        open(event);
    },
    { capture: true },
  );
}
