/**
 * What somebody has typed and not sent, kept in this tab: a reload or a session that ran out loses nothing. The key
 * names whose it is, so that the next one to sign in does not find it.
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
    // Blocked or full: the form itself still holds it.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored.
  }
}
