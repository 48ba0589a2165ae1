const KEY = 'kerblight.reloaded'
const ONCE_WITHIN = 30_000

/**
 * Reloads a page that requests code which a deployment has removed since the page was opened. The page
 * reloads only once. A persistent error is therefore shown instead of an endless reload. If the code is
 * missing because of the network, the page is left unchanged. Consoles ship their own code and never reload.
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
 * @param address the URL of the script or style sheet that did not load, which is the last word of the error
 * message
 */
async function reloadIfOutdated(address: string): Promise<void> {
  const { status } = await fetch(address, { cache: 'no-store' })
  if (status === 404 && !hasJustReloaded()) location.reload()
}

function hasJustReloaded(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
    return Date.now() - last < ONCE_WITHIN
  } catch {
    return true
  }
}
