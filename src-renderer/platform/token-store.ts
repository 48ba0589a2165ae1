const KEY = 'kerblight.token'

/** The app token on the web: in localStorage, as the spec says, and in memory where storage is blocked. */
let inMemory: string | null = null

export const tokenStore = {
  read(): string | null {
    try {
      return localStorage.getItem(KEY)
    } catch {
      return inMemory
    }
  },

  write(token: string): void {
    inMemory = token
    try {
      localStorage.setItem(KEY, token)
    } catch {
      // Blocked or full: this tab alone stays signed in.
    }
  },

  clear(): void {
    inMemory = null
    try {
      localStorage.removeItem(KEY)
    } catch {
      // Nothing was stored.
    }
  },

  /** Told when another tab signs in or out. */
  onOtherTab(listener: () => void): () => void {
    const handle = (event: StorageEvent) => {
      // A null key is `localStorage.clear()`.
      if (event.key === KEY || event.key === null) listener()
    }
    addEventListener('storage', handle)
    return () => removeEventListener('storage', handle)
  },
}
