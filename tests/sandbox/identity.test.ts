import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type IdentitySandbox, startIdentitySandbox } from '../../sandbox/identity/server.ts'
import { type IdentityClient, identityClient } from '../support/identity.ts'

const password = 'correct horse'

let dataDir: string
let sandbox: IdentitySandbox
let identity: IdentityClient

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerblight-identity-'))
  await start()
})

afterEach(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  sandbox = await startIdentitySandbox({ port: 0, dataDir })
  identity = identityClient(sandbox.url)
}

async function restart(): Promise<void> {
  await sandbox.close()
  await start()
}

function claimsOf(idToken: string): Record<string, unknown> {
  return UnsecuredJWT.decode(idToken).payload
}

interface SavedUser {
  email?: string
  displayName?: string
}

async function savedUsers(): Promise<SavedUser[]> {
  const state = JSON.parse(await readFile(join(dataDir, 'identity.json'), 'utf8')) as { users: SavedUser[] }
  return state.users
}

describe('accounts', () => {
  it('signs up and in with tokens of the demo project', async () => {
    const { uid } = await identity.signUp({ email: 'ada@example.test', password, displayName: 'Ada' })
    const again = await identity.signIn('ada@example.test', password)

    expect(again.uid).toBe(uid)
    expect(claimsOf(again.idToken)).toMatchObject({
      sub: uid,
      email: 'ada@example.test',
      email_verified: false,
      name: 'Ada',
      aud: 'demo-kerblight',
      iss: 'https://securetoken.google.com/demo-kerblight',
    })
  })

  it('refuses a wrong password, a taken address and a disabled account', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password })
    await expect(identity.signIn('ada@example.test', 'wrong one')).rejects.toMatchObject({
      code: 'INVALID_PASSWORD',
    })
    await expect(identity.signUp({ email: 'ADA@example.test', password })).rejects.toMatchObject({
      code: 'EMAIL_EXISTS',
    })
    await identity.adminUpdate(ada.uid, { disableUser: true })
    await expect(identity.signIn('ada@example.test', password)).rejects.toMatchObject({
      code: 'USER_DISABLED',
    })
  })

  it('refuses to keep accounts of another project', async () => {
    await expect(
      identityClient(sandbox.url, 'demo-other').signUp({ email: 'ada@example.test', password }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('answers an address that is none with 400', async () => {
    const socket = connect(sandbox.port, '127.0.0.1')
    socket.write('GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('has each change on disk when it is acknowledged', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password })
    expect(await savedUsers()).toMatchObject([{ email: 'ada@example.test' }])
    await identity.update(ada.idToken, { displayName: 'Ada L.' })
    expect(await savedUsers()).toMatchObject([{ displayName: 'Ada L.' }])
    await identity.deleteUser(ada.idToken)
    expect(await savedUsers()).toEqual([])
  })

  it('saves a change made by PATCH or DELETE of the emulator too', async () => {
    await identity.signUp({ email: 'ada@example.test', password })
    const response = await fetch(`${sandbox.url}/emulator/v1/projects/demo-kerblight/accounts`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer owner' },
    })
    expect(response.status).toBe(200)
    expect(await savedUsers()).toEqual([])
  })

  it('does not acknowledge what could not be saved', async () => {
    await identity.signUp({ email: 'ada@example.test', password })
    await rm(dataDir, { recursive: true })
    await writeFile(dataDir, 'a file where the folder was')
    await expect(identity.signUp({ email: 'bob@example.test', password })).rejects.toMatchObject({
      status: 503,
    })
  })

  it('keeps everyone of many who sign up at once', async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `user${index}@example.test`)
    await Promise.all(emails.map((email) => identity.signUp({ email, password })))
    await restart()
    const signedIn = await Promise.all(emails.map((email) => identity.signIn(email, password)))
    expect(new Set(signedIn.map(({ uid }) => uid)).size).toBe(40)
  })
})

describe('after a restart', () => {
  it('an account is what it was', async () => {
    const ada = await identity.signUp({
      email: 'ada@example.test',
      password,
      displayName: 'Ada <b>',
      photoUrl: 'http://localhost:4000/images/ada.webp',
      emailVerified: true,
    })
    await identity.adminUpdate(ada.uid, { customAttributes: '{"team":"north"}' })
    const before = await identity.lookup(ada.uid)
    await restart()

    expect(await identity.lookup(ada.uid)).toEqual(before)
    expect(claimsOf((await identity.signIn('ada@example.test', password)).idToken)).toMatchObject({
      sub: ada.uid,
      name: 'Ada <b>',
      picture: 'http://localhost:4000/images/ada.webp',
      email_verified: true,
      team: 'north',
    })
  })

  it('a Google account is found again by its subject', async () => {
    const google = { sub: '108', email: 'gina@example.test', name: 'Gina', picture: 'http://localhost/g.png' }
    const first = await identity.googleIdToken(google)
    const before = await identity.lookup(first.uid)
    await restart()
    expect(await identity.lookup(first.uid)).toEqual(before)
    expect((await identity.googleIdToken({ ...google, email: 'new-address@example.test' })).uid).toBe(
      first.uid,
    )
  })

  it('an account with password and Google has each once', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password, emailVerified: true })
    await identity.googleIdToken({ sub: '42', email: 'ada@example.test', name: 'Ada' })
    await restart()
    await restart()
    const account = await identity.lookup(ada.uid)
    const providers = account?.providerUserInfo as Array<{ providerId: string }>
    expect(providers.map(({ providerId }) => providerId).toSorted()).toEqual(['google.com', 'password'])
  })

  it('a signed-in browser goes on: its refresh token and its ID token work', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password })
    await nextSecond()
    await restart()
    const fresh = await identity.refresh(ada.refreshToken)
    expect(fresh.uid).toBe(ada.uid)
    // An import by REST would date the account now, and every token from before would be expired.
    await expect(identity.update(ada.idToken, { displayName: 'Ada' })).resolves.toMatchObject({
      displayName: 'Ada',
    })
  })

  it('a disabled account stays out and a deleted one stays gone', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password, disabled: true })
    const bob = await identity.signUp({ email: 'bob@example.test', password })
    await identity.deleteUser(bob.idToken)
    await restart()
    await expect(identity.refresh(ada.refreshToken)).rejects.toMatchObject({ code: 'USER_DISABLED' })
    await expect(identity.refresh(bob.refreshToken)).rejects.toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    await expect(identity.signIn('bob@example.test', password)).rejects.toMatchObject({
      code: 'EMAIL_NOT_FOUND',
    })
  })

  it.each([
    ['cut off', '{"version":1,"projectId":"demo-kerblight","us'],
    ['empty', ''],
    ['of another shape', '{"version":1,"projectId":"demo-kerblight","users":[{"email":"a@b.c"}]}'],
    ['of another project', '{"version":1,"projectId":"demo-b","users":[],"outOfBandCodes":[]}'],
    ['of a later version', '{"version":2,"projectId":"demo-kerblight","users":[],"outOfBandCodes":[]}'],
  ])('a state file that is %s stops the start and stays as it is', async (_kind, text) => {
    const path = join(dataDir, 'identity.json')
    await writeFile(path, text)
    await expect(startIdentitySandbox({ port: 0, dataDir })).rejects.toThrow(path)
    expect(await readFile(path, 'utf8')).toBe(text)
  })
})

describe('mail', () => {
  it('a forgotten password is reset by the code in the mail, even after a restart', async () => {
    await identity.signUp({ email: 'ada@example.test', password })
    await identity.sendPasswordReset('ada@example.test')
    const [name, mail] = await onlyMail()
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-password-reset-[0-9a-f]{8}\.eml$/)
    expect(mail).toContain('To: ada@example.test\r\n')

    await restart()
    const oobCode = new URL(linkIn(mail)).searchParams.get('oobCode')
    const weak = await post('accounts:resetPassword', { oobCode, newPassword: 'short' })
    expect(weak.status).toBe(400)
    expect(await weak.text()).toContain('at least 6 characters')

    const done = await post('accounts:resetPassword', { oobCode, newPassword: 'a new password' })
    expect(done.status).toBe(200)
    await identity.signIn('ada@example.test', 'a new password')
    await expect(identity.signIn('ada@example.test', password)).rejects.toMatchObject({
      code: 'INVALID_PASSWORD',
    })

    const again = await post('accounts:resetPassword', { oobCode, newPassword: 'a third password' })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('INVALID_OOB_CODE')
  })

  it('an address is verified through the link in the mail', async () => {
    const ada = await identity.signUp({ email: 'ada@example.test', password })
    await post('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: ada.idToken })
    const [, mail] = await onlyMail()
    const response = await fetch(linkIn(mail))
    expect(await response.text()).toContain('successfully verified')
    await restart()
    expect(await identity.lookup(ada.uid)).toMatchObject({ emailVerified: true })
  })

  it('opens the page that the project names, with what the emulator says to it', async () => {
    await sandbox.close()
    const actionUrl = 'http://localhost:4000/mail-link'
    sandbox = await startIdentitySandbox({ port: 0, dataDir, actionUrl })
    identity = identityClient(sandbox.url)
    await identity.signUp({ email: 'ada@example.test', password })
    await identity.sendPasswordReset('ada@example.test')
    const [, mail] = await onlyMail()
    const link = new URL(/^http\S+$/m.exec(mail)![0])
    expect(link.origin + link.pathname).toBe(actionUrl)
    expect(link.searchParams.get('mode')).toBe('resetPassword')
    const code = link.searchParams.get('oobCode')
    const checked = await post('accounts:resetPassword', { oobCode: code })
    expect(await checked.json()).toMatchObject({ email: 'ada@example.test', requestType: 'PASSWORD_RESET' })
  })

  it('is not sent for an unknown address, nor to one who asks for the link itself', async () => {
    await expect(identity.sendPasswordReset('nobody@example.test')).rejects.toMatchObject({
      code: 'EMAIL_NOT_FOUND',
    })
    await identity.signUp({ email: 'ada@example.test', password })
    const response = await fetch(
      `${sandbox.url}/identitytoolkit.googleapis.com/v1/projects/demo-kerblight/accounts:sendOobCode`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({
          requestType: 'PASSWORD_RESET',
          email: 'ada@example.test',
          returnOobLink: true,
        }),
      },
    )
    expect(await response.json()).toMatchObject({ oobLink: expect.stringContaining('/emulator/action?') })
    await expect(readdir(join(dataDir, 'mail'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('cannot be given a header by an address with a line break', async () => {
    const email = 'ada@example.test\r\nBcc: eve'
    await identity.signUp({ email, password })
    await identity.sendPasswordReset(email)
    const [, mail] = await onlyMail()
    expect(mail).not.toMatch(/^Bcc:/im)
  })

  function post(path: string, body: unknown): Promise<Response> {
    return fetch(`${sandbox.url}/identitytoolkit.googleapis.com/v1/${path}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async function onlyMail(): Promise<[name: string, text: string]> {
    const names = await readdir(join(dataDir, 'mail'))
    expect(names).toHaveLength(1)
    const name = names[0] ?? ''
    return [name, await readFile(join(dataDir, 'mail', name), 'utf8')]
  }

  function linkIn(mail: string): string {
    return /http:\/\/127\.0\.0\.1:\d+\/emulator\/action\S+/.exec(mail)?.[0] ?? ''
  }
})

/** Tokens count whole seconds; two that must differ in age need one between them. */
async function nextSecond(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 1010 - (Date.now() % 1000))
  await promise
}
