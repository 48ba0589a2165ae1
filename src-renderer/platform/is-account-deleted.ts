/** Reports whether the server rejected a session because the account was deleted. */
export function isAccountDeleted(response: Response): boolean {
  return response.headers.get('x-session') === 'deleted'
}
