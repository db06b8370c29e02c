/** Whether the service worker has opened its shell instead of the page, because the server did not respond. */
export const isAppShell = () => document.querySelector('meta[name="app-shell"]') !== null
