/** Proof of who signed in at the identity service, to be exchanged for the product's own session. */
export interface IdentityProof {
  idToken: string
  email: string
}

/** Why a session is no more. `elsewhere`: another tab signed out, or in as somebody else. */
export type SessionEnd = 'expired' | 'elsewhere'

/**
 * What the host can do, web browser or desktop console; chosen once at start. Components ask what it can do,
 * never which host it is.
 */
export interface Platform {
  can: {
    /** Take card details on this page. */
    checkout: boolean
    /** Sign in with Google in a pop-up window. */
    popupSignIn: boolean
    print: boolean
  }
  /** Which version of the contract this console was built with; null on the web, which is always of the server's. */
  consoleVersion: number | null
  /** Roomy for the web, dense for the console. */
  density: 'comfortable' | 'compact'
  /** A call of the API, path from the root: `/api/cars`. The session goes along. Rejects where no answer came. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Posts a form and tells its progress, 0 to 1. */
  upload: (url: string, form: FormData, onProgress?: (fraction: number) => void) => Promise<Response>
  session: {
    /** Opens the product's session for someone the identity service knows. Throws ProblemFailure. */
    open: (proof: IdentityProof) => Promise<void>
    /** Whether there is a session to go on with; `GET /users/me` tells whether it still counts. */
    restore: () => Promise<boolean>
    /** Forgets it here; the server is told by `DELETE /session` before. */
    close: () => Promise<void>
    onEnd: (listener: (end: SessionEnd) => void) => () => void
  }
  openExternal: (url: string) => void
  saveFile: (name: string, contents: Blob) => void
}
