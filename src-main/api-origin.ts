const fallback = 'http://localhost:4000'

/**
 * The origin of the API that this console works with: `KERBLIGHT_API_ORIGIN`, else the one of `npm start`.
 * Only https, or http on this machine, so that a token never crosses a network in the clear.
 * @throws Error that names the variable.
 */
export function readApiOrigin(env: Record<string, string | undefined>): string {
  const given = env.KERBLIGHT_API_ORIGIN || fallback
  const url = URL.parse(given)
  if (url === null || (url.protocol !== 'https:' && !isOnThisMachine(url))) {
    throw new Error(
      `KERBLIGHT_API_ORIGIN: "${given}" is neither an https address nor an http one on this machine`,
    )
  }
  return url.origin
}

/** Whether an http address cannot leave this machine. */
export function isOnThisMachine(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
