// A game on the photo of the home page: the picture is dark but for a viewfinder that follows the pointer, the thumb or the arrow keys.
// Who finds the logo within ten seconds sees what the model says. Loaded when it is started.

const SECONDS = 10;
/** How near the viewfinder must come, as a part of the width. */
const NEAR = 0.06;
const STEP = 0.05;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Starts a round. Ends it when the logo is found, the time is over or the page ends. */
export function startFinding(photo: HTMLElement, page: AbortSignal): void {
  if (photo.dataset.state === 'searching') return;
  const [logoX = 0, logoY = 0] = (photo.dataset.find ?? '').split(' ').map(Number);
  const frame = document.createElement('span');
  frame.className = 'find__frame';
  const line = photo.querySelector<HTMLElement>('.find__line');
  const say = (text: string | undefined) => {
    if (line !== null) line.textContent = text ?? '';
  };
  const round = new AbortController();
  const { signal } = round;
  let [x, y] = [0.5, 0.15];
  const end = (state: 'found' | 'over') => {
    round.abort();
    clearTimeout(timer);
    photo.dataset.state = state;
    photo.removeAttribute('tabindex');
    frame.remove();
    say(state === 'found' ? photo.dataset.found : photo.dataset.over);
  };
  const move = (toX: number, toY: number) => {
    [x, y] = [toX, toY].map((value) => Math.min(1, Math.max(0, value))) as [number, number];
    frame.style.setProperty('--x', `${x * 100}%`);
    frame.style.setProperty('--y', `${y * 100}%`);
    const { width, height } = photo.getBoundingClientRect();
    if (Math.hypot(x - logoX, ((y - logoY) * height) / width) < NEAR) end('found');
  };
  const follow = ({ clientX, clientY, movementX, movementY, pointerType }: PointerEvent) => {
    // WebKit also sends this event when the page moves below a mouse at rest, so that the game could end at once.
    if (pointerType === 'mouse' && movementX === 0 && movementY === 0) return;
    const { left, top, width, height } = photo.getBoundingClientRect();
    move((clientX - left) / width, (clientY - top) / height);
  };
  const step = (event: KeyboardEvent) => {
    const [dx, dy] = STEPS[event.key] ?? [];
    if (event.key === 'Escape') end('over');
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    move(x + dx, y + dy);
  };
  const timer = setTimeout(() => end('over'), SECONDS * 1000);
  page.addEventListener('abort', () => end('over'), { signal });
  photo.addEventListener('pointermove', follow, { signal });
  photo.addEventListener('keydown', step, { signal });
  photo.dataset.state = 'searching';
  photo.append(frame);
  photo.tabIndex = 0;
  photo.focus({ preventScroll: true });
  // On phones it is above the button.
  photo.scrollIntoView({ block: 'center' });
  say(photo.dataset.task);
  move(x, y);
}
