/** Reports whether the server rejects a session because its account was deleted. */
export function isAccountDeleted(refusal: Response): boolean {
  return refusal.headers.get('x-session') === 'deleted'
}
