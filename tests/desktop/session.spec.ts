import type { Page } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newAdmin } from '../e2e/market.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { readKeychain } from './keychain.ts'
import { getUserDataPath } from './launch.ts'
import { openSession, signInAs } from './steps.ts'
import { readStorage } from './page-contents.ts'

let email: string
let token: string
test.beforeEach(async ({ baseURL }) => {
  ;({ email, token } = await newAccount(baseURL!, 'seller', 'Dora Dealer'))
})

test('the app token is in the keychain, and nowhere else', async ({ start }) => {
  const console_ = await start()
  const { app, page, options } = console_
  await openSession(console_.page, email)
  expect(await restored(page)).toEqual({ isSignedIn: true, isRemembered: true })
  expect(await fetchMe(console_)).toMatchObject({ status: 200, email })

  const stored = await readKeychain(app, options.apiOrigin)
  expect(stored).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await readStorage(page)).not.toContain(stored)
  await app.close()
  expect(filesWithTokens(getUserDataPath(options))).toEqual([])
})

test('a restart is still signed in', async ({ start }) => {
  const first = await start()
  await openSession(first.page, email)
  await first.app.close()

  const second = await start()
  expect(await restored(second.page)).toEqual({ isSignedIn: true, isRemembered: true })
  expect(await fetchMe(second)).toMatchObject({ status: 200, email })
})

test('signing out empties the keychain', async ({ start }) => {
  const console_ = await start()
  await openSession(console_.page, email)
  await console_.page.evaluate(() => window.desktop?.session.close())
  expect(await readKeychain(console_.app, console_.options.apiOrigin)).toBeNull()
  expect(await fetchMe(console_)).toMatchObject({ status: 401 })
  await console_.app.close()

  const { page } = await start()
  expect(await restored(page)).toMatchObject({ isSignedIn: false })
})

test('a session that the server has ended is deleted, and the page is notified', async ({ start }) => {
  const console_ = await start()
  const { app, page, options } = console_
  await openSession(console_.page, email)
  const expired = page.evaluate(
    () => new Promise<string>((resolve) => window.desktop?.session.onExpired(() => resolve('expired'))),
  )
  await page.evaluate(() => window.desktop?.ready())
  await endSession(options.apiOrigin, await readKeychain(app, options.apiOrigin))

  expect(await fetchMe(console_)).toMatchObject({ status: 401 })
  await expect.poll(() => readKeychain(app, options.apiOrigin)).toBeNull()
  expect(await expired).toBe('expired')
  expect(await restored(page)).toMatchObject({ isSignedIn: false })
})

test('a window clears all data of an account deleted elsewhere, including typed input', async ({
  start,
  baseURL,
}) => {
  const { page } = await start()
  await signInAs(page, email)
  await page.evaluate(() => {
    sessionStorage.setItem('kerblight.draft.a-form', '{"text":"What Dora has typed"}')
    localStorage.setItem('kerblight.contact.dora', '{"selllerContact":"555 0100"}')
    localStorage.setItem('kerblight.recent-commands', '["purchases"]')
  })
  const { _id } = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', token)
  const admin = await newAdmin(baseURL!)
  await apiCall(baseURL!, 'DELETE', `/users/${_id}`, admin.token)

  await expect(page.getByLabel('Password')).toBeVisible()
  await expect.poll(() => readStorage(page)).not.toMatch(/Dora|555 0100|purchases/)
})

test('without a keychain, the session lasts until the program exits, and no file has it', async ({
  start,
}) => {
  const console_ = await start({ keychain: 'none' })
  const { app, page, options } = console_
  await openSession(console_.page, email)
  expect(await restored(page)).toEqual({ isSignedIn: true, isRemembered: false })
  expect(await fetchMe(console_)).toMatchObject({ status: 200, email })
  await app.close()
  expect(filesWithTokens(getUserDataPath(options))).toEqual([])

  const next = await start({ keychain: 'none' })
  expect(await restored(next.page)).toMatchObject({ isSignedIn: false })
})

test('no session opens unless the user has just signed in', async ({ start }) => {
  const { app, page, options } = await start()
  const open = () => page.evaluate(() => window.desktop?.session.open())
  expect(await open()).toMatchObject({ ok: false, problem: { code: 'sign-in-needed' } })

  const wrong = { email, password: 'Wrong-1234' }
  const rejected = await page.evaluate((typed) => window.desktop?.identity.signInWithPassword(typed), wrong)
  expect(rejected).toMatchObject({ ok: false, problem: { code: 'auth/wrong-password' } })
  expect(await open()).toMatchObject({ ok: false })
  expect(await readKeychain(app, options.apiOrigin)).toBeNull()

  // The proof that opens a session can be used only once.
  await openSession(page, email)
  expect(await open()).toMatchObject({ ok: false })
})

function restored(page: Page) {
  return page.evaluate(() => window.desktop?.session.restore())
}

/** Calls the API from the page, which holds no token. */
function fetchMe({ page, options }: Console) {
  return page.evaluate(async (address) => {
    const response = await fetch(address)
    const { email } = (await response.json()) as { email?: string }
    return { status: response.status, email }
  }, `${options.apiOrigin}/api/users/me`)
}

async function endSession(apiOrigin: string, token: string | null): Promise<void> {
  const { ok } = await fetch(`${apiOrigin}/api/session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(ok).toBe(true)
}

/**
 * Returns the files below `folder` that contain something like a JSON Web Token from Kerblight or Firebase.
 */
function filesWithTokens(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false
    return /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/.test(readFileSync(file, 'latin1'))
  })
}
