/**
 * The prefix of the storage keys for unsent input. It is stored per tab, so a reload or an expired
 * session loses nothing. The key contains the user, so the next user does not see the draft.
 */
const PREFIX = 'kerblight.draft.'

export function readDraft<Values extends object>(key: string): Partial<Values> {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}') as Partial<Values>
  } catch {
    return {}
  }
}

export function writeDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // Storage is blocked or full, but the form itself still holds the input.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {}
}
