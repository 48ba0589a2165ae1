/**
 * Whether the app token's time was over when the server refused it; true, too, where it cannot be read. By the server's
 * clock: the device's may be wrong.
 */
export function hasRunOut(token: string, refusal: Response): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    const at = Date.parse(refusal.headers.get('date') ?? '')
    return exp * 1000 <= (Number.isNaN(at) ? Date.now() : at)
  } catch {
    return true
  }
}
