// Whether the browser is online, as a notice that a visitor sees and hears.

/** Shows the page's notice while the browser is offline, on this page and on those that follow. */
export function startConnectivity(): void {
  for (const event of ['online', 'offline', 'sitegen:page']) addEventListener(event, update);
  update();
}

function update(): void {
  document.documentElement.dataset.connectivity = navigator.onLine ? 'online' : 'offline';
  const notice = document.querySelector<HTMLElement>('[data-offline-notice]');
  if (notice !== null) notice.hidden = navigator.onLine;
}
