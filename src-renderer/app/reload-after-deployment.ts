const KEY = 'kerblight.reloaded'
const ONCE_WITHIN = 30_000

/**
 * Reloads a page whose code a deployment has removed since it was opened. It reloads only once, so
 * a persistent error is shown instead of an endless reload. If only the network is down, nothing
 * happens. Consoles ship their own code and never reload.
 */
export function reloadAfterDeployment(): void {
  addEventListener(
    'vite:preloadError',
    ({ payload }) =>
      void reloadIfOutdated(payload.message.slice(payload.message.lastIndexOf(' ') + 1)).catch(() => {}),
  )
}

/**
 * Reloads the page if the server no longer has the file.
 * @param url the URL of the script or style sheet that did not load, which ends the error
 * message
 */
async function reloadIfOutdated(url: string): Promise<void> {
  const { status } = await fetch(url, { cache: 'no-store' })
  if (status === 404 && !hasJustReloaded()) location.reload()
}

function hasJustReloaded(): boolean {
  try {
    const lastReload = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
    return Date.now() - lastReload < ONCE_WITHIN
  } catch {
    return true
  }
}
