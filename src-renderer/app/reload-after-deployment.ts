const KEY = 'kerblight.reloaded'
const ONCE_WITHIN = 30_000

/**
 * A page that was open while a new version was deployed asks for code that is gone. It starts afresh; once, so that
 * a real fault is shown rather than reloaded for ever, and only where there is a server to start from.
 */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => void reloadIfServed())
}

async function reloadIfServed(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && !hasJustReloaded()) location.reload()
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
