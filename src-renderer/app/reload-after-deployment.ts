const KEY = 'kerblight.reloaded'
const ONCE_WITHIN = 30_000

/**
 * A page that was open while a new version was deployed asks for code that is gone. It starts afresh; once, so that
 * a real fault is shown rather than reloaded forever. Where the network lost the code, the page stays as it is.
 * A console brings its own.
 */
export function reloadAfterDeployment(): void {
  addEventListener(
    'vite:preloadError',
    ({ payload }) =>
      void reloadIfOutdated(payload.message.slice(payload.message.lastIndexOf(' ') + 1)).catch(() => {}),
  )
}

/** @param address of the code or the styles that did not load: the last word of the error */
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
