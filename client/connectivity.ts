// Shows and announces a notice while the browser is offline.

/** Starts the notice, on this page and the following ones. */
export function startConnectivity(): void {
  for (const event of ['online', 'offline', 'sitegen:page']) addEventListener(event, update);
  update();
}

function update(): void {
  document.documentElement.dataset.connectivity = navigator.onLine ? 'online' : 'offline';
  const notice = document.querySelector<HTMLElement>('[data-offline-notice]');
  if (notice !== null) notice.hidden = navigator.onLine;
}
