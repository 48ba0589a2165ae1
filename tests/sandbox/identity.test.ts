import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type IdentitySandbox, startIdentitySandbox } from '../../sandbox/identity/server.ts'
import { openStateDatabase } from '../../sandbox/state-database.ts'
import { type IdentityClient, createIdentityClient } from '../support/identity.ts'
import { readSavedAccounts, type SavedAccount } from '../support/saved-accounts.ts'

const password = 'correct horse'

let dataDir: string
let sandbox: IdentitySandbox
let identity: IdentityClient

// All tests share one emulator, because it takes a second to start. Each test has its own users.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerblight-identity-'))
  await start()
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: { actionUrl?: string } = {}): Promise<void> {
  sandbox = await startIdentitySandbox({ port: 0, dataDir, ...options })
  identity = createIdentityClient(sandbox.url)
}

async function restart(options: { actionUrl?: string } = {}): Promise<void> {
  await sandbox.close()
  await start(options)
}

let people = 0

/** Returns an address that no other test uses. */
function newAddress(name: string): string {
  people += 1
  return `${name}-${people}@example.test`
}

function claimsOf(idToken: string): Record<string, unknown> {
  return UnsecuredJWT.decode(idToken).payload
}

function savedUsers(email: string): SavedAccount[] {
  return readSavedAccounts(dataDir).filter((account) => account.email === email)
}

describe('accounts', () => {
  it('signs up and in with tokens of the demo project', async () => {
    const adaEmail = newAddress('ada')
    const { uid } = await identity.signUp({ email: adaEmail, password, displayName: 'Ada' })
    const again = await identity.signIn(adaEmail, password)

    expect(again.uid).toBe(uid)
    expect(claimsOf(again.idToken)).toMatchObject({
      sub: uid,
      email: adaEmail,
      email_verified: false,
      name: 'Ada',
      aud: 'demo-kerblight',
      iss: 'https://securetoken.google.com/demo-kerblight',
    })
  })

  it('rejects a wrong password, a taken address and a disabled account', async () => {
    const adaEmail = newAddress('ada')
    const ada = await identity.signUp({ email: adaEmail, password })
    await expect(identity.signIn(adaEmail, 'wrong one')).rejects.toMatchObject({
      code: 'INVALID_PASSWORD',
    })
    await expect(identity.signUp({ email: adaEmail.toUpperCase(), password })).rejects.toMatchObject({
      code: 'EMAIL_EXISTS',
    })
    await identity.adminUpdate(ada.uid, { disableUser: true })
    await expect(identity.signIn(adaEmail, password)).rejects.toMatchObject({
      code: 'USER_DISABLED',
    })
  })

  it('rejects accounts of another project', async () => {
    const adaEmail = newAddress('ada')
    await expect(
      createIdentityClient(sandbox.url, 'demo-other').signUp({ email: adaEmail, password }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('responds to an invalid address with 400', async () => {
    const socket = connect(sandbox.port, '127.0.0.1')
    socket.write('GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('writes each change to disk before it acknowledges the change', async () => {
    const adaEmail = newAddress('ada')
    const ada = await identity.signUp({ email: adaEmail, password })
    expect(savedUsers(adaEmail)).toMatchObject([{ email: adaEmail }])
    await identity.update(ada.idToken, { displayName: 'Ada L.' })
    expect(savedUsers(adaEmail)).toMatchObject([{ displayName: 'Ada L.' }])
    await identity.deleteUser(ada.idToken)
    expect(savedUsers(adaEmail)).toEqual([])
  })

  it('also saves a change made by PATCH or DELETE of the emulator', async () => {
    const adaEmail = newAddress('ada')
    await identity.signUp({ email: adaEmail, password })
    const response = await fetch(`${sandbox.url}/emulator/v1/projects/demo-kerblight/accounts`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer owner' },
    })
    expect(response.status).toBe(200)
    expect(savedUsers(adaEmail)).toEqual([])
  })

  it('does not acknowledge a change that could not be saved, and saves it with the next change', async () => {
    const [adaEmail, bobEmail] = [newAddress('ada'), newAddress('bob')]
    const other = new Sqlite(join(dataDir, 'identity.db'))
    other.exec('BEGIN IMMEDIATE')
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(identity.signUp({ email: adaEmail, password })).rejects.toMatchObject({ status: 503 })
    expect(errorLog).toHaveBeenCalledOnce()
    errorLog.mockRestore()
    expect(savedUsers(adaEmail)).toEqual([])
    other.close()
    await identity.signUp({ email: bobEmail, password })
    expect([...savedUsers(adaEmail), ...savedUsers(bobEmail)]).toHaveLength(2)
  })
})

let accounts: Awaited<ReturnType<typeof makeAccounts>>
const actionUrl = 'http://localhost:4000/mail-link'
const google = { sub: '108', email: newAddress('gina'), name: 'Gina', picture: 'http://localhost/g.png' }
const completeAccount = { email: newAddress('ada'), password, displayName: 'Ada <b>' }
const manyEmails = Array.from({ length: 40 }, () => newAddress('user'))

describe('the sandbox after a restart', () => {
  beforeAll(async () => {
    accounts = await makeAccounts()
    await nextSecond()
    await restart()
    // From here on, the links in emails open a Kerblight page.
    await restart({ actionUrl })
  })

  it('has an unchanged account', async () => {
    const { ada } = accounts
    expect(await identity.lookup(ada.uid)).toEqual(ada.before)
    expect(claimsOf((await identity.signIn(completeAccount.email, password)).idToken)).toMatchObject({
      sub: ada.uid,
      name: 'Ada <b>',
      picture: 'http://localhost:4000/images/ada.webp',
      email_verified: true,
      team: 'north',
    })
  })

  it('finds a Google account by its subject', async () => {
    const { gina } = accounts
    expect(await identity.lookup(gina.uid)).toEqual(gina.before)
    expect((await identity.googleIdToken({ ...google, email: newAddress('new-address') })).uid).toBe(gina.uid)
  })

  it('lists each provider once for an account with password and Google', async () => {
    const account = await identity.lookup(accounts.both.uid)
    const providers = account?.providerUserInfo as Array<{ providerId: string }>
    expect(providers.map(({ providerId }) => providerId).toSorted()).toEqual(['google.com', 'password'])
  })

  it('accepts the refresh token and the ID token of a signed-in browser', async () => {
    const { signedIn } = accounts
    expect((await identity.refresh(signedIn.refreshToken)).uid).toBe(signedIn.uid)
    // An import by the REST API would set the account's creation time to the restart. Every earlier token
    // would then be expired.
    await expect(identity.update(signedIn.idToken, { displayName: 'Ada' })).resolves.toMatchObject({
      displayName: 'Ada',
    })
  })

  it('rejects disabled and deleted accounts', async () => {
    const { disabled, deleted } = accounts
    await expect(identity.refresh(disabled.refreshToken)).rejects.toMatchObject({ code: 'USER_DISABLED' })
    await expect(identity.refresh(deleted.refreshToken)).rejects.toMatchObject({
      code: 'INVALID_REFRESH_TOKEN',
    })
    await expect(identity.signIn(deleted.email, password)).rejects.toMatchObject({ code: 'EMAIL_NOT_FOUND' })
  })

  it('has every account from many concurrent sign-ups', async () => {
    const signedIn = await Promise.all(manyEmails.map((email) => identity.signIn(email, password)))
    expect(new Set(signedIn.map(({ uid }) => uid)).size).toBe(40)
  })
})

describe('a state file that cannot be used', () => {
  it.each([
    ['of another shape', `INSERT INTO records VALUES (1, 'users', 'a', '{"email":"a@b.c"}')`],
    ['of another project', `INSERT INTO records VALUES (1, 'project', 'id', '"demo-b"')`],
  ])('prevents the start and stays unchanged: %s', async (_kind, change) => {
    const folder = await mkdtemp(join(tmpdir(), 'kerblight-identity-'))
    const path = join(folder, 'identity.db')
    openStateDatabase(path).close()
    new Sqlite(path).exec(change).close()
    const before = await readFile(path)
    await expect(startIdentitySandbox({ port: 0, dataDir: folder })).rejects.toThrow(path)
    expect((await readFile(path)).equals(before)).toBe(true)
    await rm(folder, { recursive: true })
  })
})

describe('mail', () => {
  it('carries a link that resets a forgotten password, even after a restart, once', async () => {
    const { email, mails } = accounts.forgetful
    const [{ name, text }] = mails as [Mail]
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-password-reset-[0-9a-f]{8}\.eml$/)
    expect(text).toContain(`To: ${email}\r\n`)

    const oobCode = new URL(linkIn(text)).searchParams.get('oobCode')
    const weak = await post('accounts:resetPassword', { oobCode, newPassword: 'short' })
    expect(weak.status).toBe(400)
    expect(await weak.text()).toContain('at least 6 characters')

    const done = await post('accounts:resetPassword', { oobCode, newPassword: 'a new password' })
    expect(done.status).toBe(200)
    await identity.signIn(email, 'a new password')
    await expect(identity.signIn(email, password)).rejects.toMatchObject({ code: 'INVALID_PASSWORD' })

    const again = await post('accounts:resetPassword', { oobCode, newPassword: 'a third password' })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('INVALID_OOB_CODE')
  })

  it('carries a link that verifies an address permanently', async () => {
    const { uid, answer } = accounts.verified
    expect(answer).toContain('successfully verified')
    expect(await identity.lookup(uid)).toMatchObject({ emailVerified: true })
  })

  it('links to the project’s configured page, with the emulator’s parameters', async () => {
    const adaEmail = newAddress('ada')
    await identity.signUp({ email: adaEmail, password })
    await identity.sendPasswordReset(adaEmail)
    const [mail] = (await mailsTo(adaEmail)) as [Mail]
    const link = new URL(/^http\S+$/m.exec(mail.text)![0])
    expect(link.origin + link.pathname).toBe(actionUrl)
    expect(link.searchParams.get('mode')).toBe('resetPassword')
    const code = link.searchParams.get('oobCode')
    const checked = await post('accounts:resetPassword', { oobCode: code })
    expect(await checked.json()).toMatchObject({ email: adaEmail, requestType: 'PASSWORD_RESET' })
  })

  it('is not sent for an unknown address, or if the caller requests the link itself', async () => {
    const adaEmail = newAddress('ada')
    await expect(identity.sendPasswordReset('nobody@example.test')).rejects.toMatchObject({
      code: 'EMAIL_NOT_FOUND',
    })
    await identity.signUp({ email: adaEmail, password })
    const response = await fetch(
      `${sandbox.url}/identitytoolkit.googleapis.com/v1/projects/demo-kerblight/accounts:sendOobCode`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({
          requestType: 'PASSWORD_RESET',
          email: adaEmail,
          returnOobLink: true,
        }),
      },
    )
    expect(await response.json()).toMatchObject({ oobLink: expect.stringContaining('/emulator/action?') })
    expect([...(await mailsTo('nobody@example.test')), ...(await mailsTo(adaEmail))]).toEqual([])
  })

  it('does not accept extra headers from an address with a line break', async () => {
    const email = 'ada@example.test\r\nBcc: eve'
    await identity.signUp({ email, password })
    await identity.sendPasswordReset(email)
    const [mail] = (await mailsTo('ada@example.testbcc: eve')) as [Mail]
    expect(mail.text).not.toMatch(/^Bcc:/im)
  })
})

/** Creates accounts before the restart, and returns them with their state. */
async function makeAccounts() {
  const ada = await identity.signUp({
    ...completeAccount,
    photoUrl: 'http://localhost:4000/images/ada.webp',
    emailVerified: true,
  })
  await identity.adminUpdate(ada.uid, { customAttributes: '{"team":"north"}' })
  const gina = await identity.googleIdToken(google)
  const bothEmail = newAddress('both')
  const both = await identity.signUp({ email: bothEmail, password, emailVerified: true })
  await identity.googleIdToken({ sub: '42', email: bothEmail, name: 'Ada' })
  const signedIn = await identity.signUp({ email: newAddress('signed-in'), password })
  const disabled = await identity.signUp({ email: newAddress('disabled'), password, disabled: true })
  const deleted = await identity.signUp({ email: newAddress('deleted'), password })
  await identity.deleteUser(deleted.idToken)
  const forgetful = await identity.signUp({ email: newAddress('forgetful'), password })
  await identity.sendPasswordReset(forgetful.email)
  const verified = await identity.signUp({ email: newAddress('verified'), password })
  await post('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: verified.idToken })
  const [verification] = (await mailsTo(verified.email)) as [Mail]
  const verifying = await fetch(linkIn(verification.text))
  await Promise.all(manyEmails.map((email) => identity.signUp({ email, password })))
  return {
    ada: { uid: ada.uid, before: await identity.lookup(ada.uid) },
    gina: { uid: gina.uid, before: await identity.lookup(gina.uid) },
    both,
    signedIn,
    disabled,
    deleted,
    forgetful: { email: forgetful.email, mails: await mailsTo(forgetful.email) },
    verified: { uid: verified.uid, answer: await verifying.text() },
  }
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${sandbox.url}/identitytoolkit.googleapis.com/v1/${path}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

interface Mail {
  name: string
  text: string
}

async function mailsTo(email: string): Promise<Mail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder)
  const mails = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  return mails.filter(({ text }) => text.includes(`To: ${email}\r\n`))
}

function linkIn(mail: string): string {
  return /http:\/\/127\.0\.0\.1:\d+\/emulator\/action\S+/.exec(mail)?.[0] ?? ''
}

/**
 * Waits for the next second. Token times are whole seconds, so two tokens of different age must be issued in
 * different seconds.
 */
async function nextSecond(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 1010 - (Date.now() % 1000))
  await promise
}
