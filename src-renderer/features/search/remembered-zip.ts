const KEY = 'kerblight.zip'

/** Returns the ZIP code of this browser's last search by distance, or an empty string. */
export function readRememberedZip(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function rememberZip(zip: string): void {
  try {
    localStorage.setItem(KEY, zip)
  } catch {
    // Without storage, the user has to type the ZIP code again.
  }
}
