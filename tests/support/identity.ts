import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

const DEFAULT_PROJECT = 'demo-kerblight'

interface SignedIn {
  uid: string
  email: string
  idToken: string
  refreshToken: string
}

interface NewUser {
  email: string
  password: string
  displayName?: string
  photoUrl?: string
  emailVerified?: boolean
  disabled?: boolean
}

interface GoogleUser {
  sub: string
  email: string
  name?: string
  picture?: string
  /** True by default, because Google verifies its users' email addresses. */
  emailVerified?: boolean
}

/** The claims of an ID token about a user, for tokens that a test creates itself. */
export interface TokenSubject {
  uid: string
  email: string
  emailVerified?: boolean
}

/** The identity provider rejected a request. `code` is the provider's error code, such as `EMAIL_EXISTS`. */
class IdentityError extends Error {
  override name = 'IdentityError'
  readonly status: number
  readonly code: string

  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
    this.code = message.split(' ')[0] ?? ''
  }
}

export interface IdentityClient {
  /** Creates an account as an administrator would, with any field, and signs in with it. */
  signUp(user: NewUser): Promise<SignedIn>
  signIn(email: string, password: string): Promise<SignedIn>
  /** Signs in as a Google user and returns Firebase's tokens for that user. */
  googleIdToken(user: GoogleUser): Promise<SignedIn>
  /** Exchanges a refresh token for a new ID token, as the SDK does every hour. */
  refresh(refreshToken: string): Promise<SignedIn>
  /**
   * Makes changes that users can make themselves: display name, photo, password. Returns new tokens if the
   * changes revoke the old ones.
   */
  update(idToken: string, fields: Record<string, unknown>): Promise<Record<string, unknown>>
  /**
   * Makes changes that only an administrator can make: `disableUser`, `emailVerified`, `customAttributes`,
   * `validSince`, …
   */
  adminUpdate(uid: string, fields: Record<string, unknown>): Promise<void>
  /** Returns the account as the provider stores it, or null if it does not exist. */
  lookup(uid: string): Promise<Record<string, unknown> | null>
  deleteUser(idToken: string): Promise<void>
  sendPasswordReset(email: string): Promise<void>
}

/** Returns a client for an identity sandbox's REST API, which the SDKs use, too. */
export function createIdentityClient(url: string, projectId = DEFAULT_PROJECT): IdentityClient {
  const toolkit = `${url}/identitytoolkit.googleapis.com/v1`

  async function post(address: string, body: Record<string, unknown>, isAdmin = false): Promise<JsonObject> {
    const response = await fetch(isAdmin ? address : `${address}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isAdmin ? { authorization: 'Bearer owner' } : {}) },
      body: JSON.stringify(body),
    })
    const result = (await response.json()) as JsonObject & { error?: { message?: string } }
    if (!response.ok) throw new IdentityError(response.status, result.error?.message ?? 'no message')
    return result
  }

  const account = (verb: string, body: Record<string, unknown>): Promise<JsonObject> =>
    post(`${toolkit}/accounts:${verb}`, body)
  const admin = (path: string, body: Record<string, unknown>): Promise<JsonObject> =>
    post(`${toolkit}/projects/${projectId}/accounts${path}`, body, true)

  async function signIn(email: string, password: string): Promise<SignedIn> {
    return toSignedIn(await account('signInWithPassword', { email, password, returnSecureToken: true }))
  }

  return {
    signIn,
    async signUp({ disabled, ...user }) {
      const { localId } = await admin('', { ...user })
      const signedIn = await signIn(user.email, user.password)
      // A disabled account cannot sign in, so the account is disabled only after its tokens have been issued.
      if (disabled) await admin(':update', { localId, disableUser: true })
      return signedIn
    },
    async googleIdToken({ emailVerified = true, ...claims }) {
      const idToken = JSON.stringify({ ...claims, email_verified: emailVerified })
      return toSignedIn(
        await account('signInWithIdp', {
          postBody: new URLSearchParams({ id_token: idToken, providerId: 'google.com' }).toString(),
          requestUri: 'http://localhost',
          returnIdpCredential: true,
          returnSecureToken: true,
        }),
      )
    },
    async refresh(refreshToken) {
      const response = await post(`${url}/securetoken.googleapis.com/v1/token`, {
        grantType: 'refresh_token',
        refreshToken,
      })
      const idToken = text(response, 'id_token')
      const { payload } = UnsecuredJWT.decode(idToken)
      return {
        uid: text(response, 'user_id'),
        email: typeof payload.email === 'string' ? payload.email : '',
        idToken,
        refreshToken: text(response, 'refresh_token'),
      }
    },
    update: (idToken, fields) => account('update', { idToken, returnSecureToken: true, ...fields }),
    async adminUpdate(uid, fields) {
      await admin(':update', { localId: uid, ...fields })
    },
    async lookup(uid) {
      const { users } = await admin(':lookup', { localId: [uid] })
      return (users as Array<Record<string, unknown>> | undefined)?.[0] ?? null
    },
    async deleteUser(idToken) {
      await account('delete', { idToken })
    },
    async sendPasswordReset(email) {
      await account('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    },
  }
}

/**
 * Returns an unsigned ID token like the emulator's, with the given claims replaced. A claim that is undefined
 * is omitted.
 */
export function createIdToken(
  { uid, email, emailVerified = true }: TokenSubject,
  claims: Record<string, unknown> = {},
  projectId = DEFAULT_PROJECT,
): string {
  return new UnsecuredJWT({ ...standardClaims(uid, email, emailVerified, projectId), ...claims }).encode()
}

/** Returns an ID token that is correct except that it is signed with an unknown key. */
export async function forgeIdToken({ uid, email, emailVerified = true }: TokenSubject): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const { n } = await exportJWK(publicKey)
  return new SignJWT(standardClaims(uid, email, emailVerified, DEFAULT_PROJECT))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: String(n).slice(0, 40) })
    .sign(privateKey)
}

export function createExpiredIdToken(subject: TokenSubject): string {
  const now = Math.floor(Date.now() / 1000)
  return createIdToken(subject, { iat: now - 7200, auth_time: now - 7200, exp: now - 3600 })
}

export function createOtherProjectIdToken(subject: TokenSubject): string {
  return createIdToken(subject, {}, 'demo-somebody-else')
}

type JsonObject = Record<string, unknown>

function standardClaims(uid: string, email: string, emailVerified: boolean, projectId: string): JsonObject {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    email,
    email_verified: emailVerified,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  }
}

function toSignedIn(response: JsonObject): SignedIn {
  // The response is 200 even if the identity cannot sign in because another account has the address.
  if (response.needConfirmation) throw new IdentityError(200, 'NEED_CONFIRMATION')
  return {
    uid: text(response, 'localId'),
    email: text(response, 'email'),
    idToken: text(response, 'idToken'),
    refreshToken: text(response, 'refreshToken'),
  }
}

function text(response: JsonObject, field: string): string {
  const value = response[field]
  if (typeof value !== 'string') throw new Error(`The answer has no ${field}: ${JSON.stringify(response)}`)
  return value
}
