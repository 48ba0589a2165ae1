import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

const DEFAULT_PROJECT = 'demo-kerblight'

/** Somebody the identity provider has just vouched for. */
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
  /** Google vouches for its users' addresses unless a test says otherwise. */
  emailVerified?: boolean
}

/** What an ID token says about a user; for tokens that a test makes itself. */
export interface TokenSubject {
  uid: string
  email: string
  emailVerified?: boolean
}

/** The identity provider refused a request; `code` is its own, such as `EMAIL_EXISTS`. */
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
  /** Makes an account as an administrator would, so that every field can be set, and signs in with it. */
  signUp(user: NewUser): Promise<SignedIn>
  signIn(email: string, password: string): Promise<SignedIn>
  /** Signs in as a Google user and answers Firebase's tokens for it. */
  googleIdToken(user: GoogleUser): Promise<SignedIn>
  /** A fresh ID token for a refresh token, as the SDK takes one every hour. */
  refresh(refreshToken: string): Promise<SignedIn>
  /** The user's own changes: display name, photo, password. Answers new tokens where those end the old ones. */
  update(idToken: string, fields: Record<string, unknown>): Promise<Record<string, unknown>>
  /** An administrator's changes: `disableUser`, `emailVerified`, `customAttributes`, `validSince`, … */
  adminUpdate(uid: string, fields: Record<string, unknown>): Promise<void>
  /** The account as the provider keeps it, or null. */
  lookup(uid: string): Promise<Record<string, unknown> | null>
  deleteUser(idToken: string): Promise<void>
  sendPasswordReset(email: string): Promise<void>
}

/** Speaks to an identity sandbox over the REST API that the SDKs use. */
export function identityClient(url: string, projectId = DEFAULT_PROJECT): IdentityClient {
  const toolkit = `${url}/identitytoolkit.googleapis.com/v1`

  async function post(address: string, body: Record<string, unknown>, isAdmin = false): Promise<Answer> {
    const response = await fetch(isAdmin ? address : `${address}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isAdmin ? { authorization: 'Bearer owner' } : {}) },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Answer & { error?: { message?: string } }
    if (!response.ok) throw new IdentityError(response.status, answer.error?.message ?? 'no message')
    return answer
  }

  const account = (verb: string, body: Record<string, unknown>): Promise<Answer> =>
    post(`${toolkit}/accounts:${verb}`, body)
  const admin = (path: string, body: Record<string, unknown>): Promise<Answer> =>
    post(`${toolkit}/projects/${projectId}/accounts${path}`, body, true)

  async function signIn(email: string, password: string): Promise<SignedIn> {
    return toSignedIn(await account('signInWithPassword', { email, password, returnSecureToken: true }))
  }

  return {
    signIn,
    async signUp({ disabled, ...user }) {
      const { localId } = await admin('', { ...user })
      const signedIn = await signIn(user.email, user.password)
      // A disabled account cannot sign in: it is switched off once its tokens are out.
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
      const answer = await post(`${url}/securetoken.googleapis.com/v1/token`, {
        grantType: 'refresh_token',
        refreshToken,
      })
      const idToken = text(answer, 'id_token')
      const { payload } = UnsecuredJWT.decode(idToken)
      return {
        uid: text(answer, 'user_id'),
        email: typeof payload.email === 'string' ? payload.email : '',
        idToken,
        refreshToken: text(answer, 'refresh_token'),
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

/** An ID token as the emulator makes them (unsigned), with any claim replaced; undefined leaves one out. */
export function idTokenWith(
  { uid, email, emailVerified = true }: TokenSubject,
  claims: Record<string, unknown> = {},
  projectId = DEFAULT_PROJECT,
): string {
  return new UnsecuredJWT({ ...standardClaims(uid, email, emailVerified, projectId), ...claims }).encode()
}

/** Everything in it is right, but an unknown key has signed it. */
export async function forgedIdToken({ uid, email, emailVerified = true }: TokenSubject): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const { n } = await exportJWK(publicKey)
  return new SignJWT(standardClaims(uid, email, emailVerified, DEFAULT_PROJECT))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: String(n).slice(0, 40) })
    .sign(privateKey)
}

/** Ran out an hour ago. */
export function expiredIdToken(subject: TokenSubject): string {
  const now = Math.floor(Date.now() / 1000)
  return idTokenWith(subject, { iat: now - 7200, auth_time: now - 7200, exp: now - 3600 })
}

/** Valid, but for somebody else's Firebase project. */
export function otherProjectIdToken(subject: TokenSubject): string {
  return idTokenWith(subject, {}, 'demo-somebody-else')
}

type Answer = Record<string, unknown>

function standardClaims(uid: string, email: string, emailVerified: boolean, projectId: string): Answer {
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

function toSignedIn(answer: Answer): SignedIn {
  // An identity that cannot be signed in with (another account owns the address) is answered with 200.
  if (answer.needConfirmation) throw new IdentityError(200, 'NEED_CONFIRMATION')
  return {
    uid: text(answer, 'localId'),
    email: text(answer, 'email'),
    idToken: text(answer, 'idToken'),
    refreshToken: text(answer, 'refreshToken'),
  }
}

function text(answer: Answer, field: string): string {
  const value = answer[field]
  if (typeof value !== 'string') throw new Error(`The answer has no ${field}: ${JSON.stringify(answer)}`)
  return value
}
