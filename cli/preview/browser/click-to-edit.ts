// Click to edit: while it is on, a click on a text or picture opens its entry in the control panel instead of following links.
// The server says in attributes where each is edited; they are requested and shown only then.

const STATE = 'sitegen-preview-edit';
const EDITABLE = '[data-sitegen-edit]';

/** The mode in which clicks edit. */
export interface EditMode {
  /** Switches it. */
  readonly button: HTMLElement;
  /** Outlines what would be edited. */
  readonly box: HTMLElement;
  /** Headers of requests for pages. */
  readonly headers: () => Record<string, string>;
}

/** Starts as it was left in this tab. `onChange` brings the page up to date. */
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

/** Outline and name of what the pointer or the keyboard is on. */
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

/** An entry of the sample is a file, which no browser edits. */
function describe(target: Element): string {
  const { sitegenEdit: address = '', sitegenField: field = '' } = (target as HTMLElement).dataset;
  return /^https?:/i.test(address) ? `Edit ${field}` : `${field} (${address === '' ? 'no edit address' : address})`;
}

function listen(isOn: () => boolean, box: Box): void {
  const find = ({ target }: Event) => (isOn() && target instanceof Element ? target.closest(EDITABLE) : null);
  const follow = (event: Event) => box.move(find(event));
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, follow);
  // The page moves below the outline.
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
      // A link or a button makes a click of it.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.matches(`[tabindex="0"]${EDITABLE}`))
        open(event);
    },
    { capture: true },
  );
}
