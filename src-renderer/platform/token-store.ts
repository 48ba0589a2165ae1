const KEY = 'kerblight.token'

/**
 * The app token on the web. It is in localStorage, as the product specification requires, or in
 * memory if storage is blocked.
 */
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
      // Storage is blocked or full, so only this tab stays signed in.
    }
  },

  clear(): void {
    inMemory = null
    try {
      localStorage.removeItem(KEY)
    } catch {}
  },

  /** Listens for another tab that signs in or out. */
  onOtherTab(listener: () => void): () => void {
    const handle = (event: StorageEvent) => {
      // A null key means `localStorage.clear()`.
      if (event.key === KEY || event.key === null) listener()
    }
    addEventListener('storage', handle)
    return () => removeEventListener('storage', handle)
  },
}
