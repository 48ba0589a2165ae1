const KEY = 'kerblight.registration'

/** What a registration still has to say of an account that the identity service has made already. */
export interface HalfRegistration {
  email: string
  fullName: string
  account: 'buyer' | 'seller'
  photoURL: string
}

/**
 * Between the account and the user record a registration can break off: the browser is closed, the line goes. What
 * was chosen is kept here until the next sign-in can finish it.
 */
export const halfRegistration = {
  read(email: string): HalfRegistration | null {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as HalfRegistration | null
      return stored?.email === email ? stored : null
    } catch {
      return null
    }
  },

  write(registration: HalfRegistration): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(registration))
    } catch {
      // Blocked: a registration that breaks off ends as a buyer's, with the name the identity service has.
    }
  },

  clear(): void {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // Nothing was stored.
    }
  },
}
