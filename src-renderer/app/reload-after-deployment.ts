const KEY = 'kerblight.reloaded'
const ONCE_WITHIN = 30_000

/**
 * Reloads a page that requests code which a deployment has removed since the page was opened. It reloads only
 * once, so that a real error is shown instead of reloading forever. If the network lost the code, the page is
 * left unchanged. A console ships its own code.
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
 * @param address of the code or the styles that did not load: the last word of the error
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
