import type { Page, Request } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { photo } from '../support/photo.ts'
import { newAccount, createUniqueEmail } from '../support/e2e.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { openGoogleSignIn, chooseAccount, newGoogleAccount } from './google-steps.ts'
import { readKeychain } from './keychain.ts'
import { readStorage, containsSecret, readHeap } from './page-contents.ts'
import { startRecordingHost, type Listener } from './recording-host.ts'

/*
 * Users sign in to the console by proving their identity to the main process. The page never holds the proof:
 * not in its scripts' memory, its storage, or its requests. The user types a password in the page, which
 * passes it to the main process but neither stores nor sends it. Chromium decides when it releases a field's
 * value, so these tests do not search the heap for the password.
 */

test.slow()

let api: Listener
let identity: Listener
/** Tokens from the identity service and Google. */
let issuedTokens: string[]

test.beforeEach(async ({ baseURL }) => {
  issuedTokens = []
  const settings = (await (await fetch(`${baseURL}/api/config`)).json()) as {
    identity: { emulatorUrl: string }
  }
  identity = await startRecordingHost(settings.identity.emulatorUrl, {
    onAnswer: (text) => issuedTokens.push(...tokensIn(text)),
  })
  api = await startRecordingHost(baseURL!, {
    changeSettings: (served) => ({
      ...served,
      identity: { ...served.identity, emulatorUrl: identity.origin },
    }),
  })
})
test.afterEach(() => Promise.all([api.stop(), identity.stop()]))

test('a sign-in by password leaves no credentials in the page', async ({ start, baseURL }) => {
  const password = newPassword()
  const { email } = await newAccount(baseURL!, 'seller', 'Dora Dealer', { password })
  const console_ = await start({ apiOrigin: api.origin })
  const traffic = watchTraffic(console_.page)
  await console_.page.getByLabel('Email').fill(email)
  await console_.page.getByLabel('Password').fill(password)
  await console_.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(console_.page.getByText('Login in success')).toBeVisible()

  expect(issuedTokens.length).toBeGreaterThanOrEqual(2)
  await expectNothing(console_, traffic, [password])
})

test('a sign-in by Google leaves no credentials in the page', { tag: '@full' }, async ({ start }) => {
  const console_ = await start({ apiOrigin: api.origin })
  const traffic = watchTraffic(console_.page)
  await chooseAccount(await openGoogleSignIn(console_.app, console_.page), newGoogleAccount())
  await expect(console_.page.getByText('login successfull')).toBeVisible()

  expect(issuedTokens.length).toBeGreaterThanOrEqual(3)
  await expectNothing(console_, traffic)
})

test('a registration leaves no credentials in the page', { tag: '@full' }, async ({ start }) => {
  const console_ = await start({ apiOrigin: api.origin })
  const { page } = console_
  const traffic = watchTraffic(page)
  const password = newPassword()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Rita Register')
  await page.locator('input[type=file]').setInputFiles(await photo('me.jpg', 300, 300))
  await page.getByLabel('Email').fill(createUniqueEmail('rita'))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('radio', { name: 'Seller' }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account creation succesfull')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account of Rita/ })).toBeVisible()

  expect(issuedTokens.length).toBeGreaterThanOrEqual(4)
  await expectNothing(console_, traffic, [password])
})

/** A marker that the page's heap must contain. Without it, an empty search result would prove nothing. */
const CONTROL = 'what was put there'
const LOOKS = 5

async function expectNothing(
  { app, page, options }: Console,
  sentBodies: Promise<string>[],
  typed: string[] = [],
): Promise<void> {
  const session = await readKeychain(app, options.apiOrigin)
  expect(session).not.toBeNull()
  const proofs = [...issuedTokens, session ?? '']
  const findSecrets = (text: string, secrets: string[]) =>
    secrets.filter((secret) => containsSecret(text, secret))

  const control = randomBytes(900).toString('base64url')
  await page.evaluate((text) => Reflect.set(globalThis, 'control', text), control)
  let tokensFound: string[] = []
  // Released memory may take a moment to disappear, so the heap is read several times. Reading it takes long
  // on a busy machine.
  for (let attempt = 0; attempt < LOOKS && tokensFound[0] !== CONTROL; attempt++) {
    const heap = await readHeap(page)
    tokensFound = [...findSecrets(heap, proofs), containsSecret(heap, control) ? CONTROL : 'nothing']
  }
  expect(tokensFound).toEqual([CONTROL])

  const secrets = [...proofs, ...typed]
  expect(findSecrets(await readStorage(page), secrets)).toEqual([])
  const traffic = (await Promise.all(sentBodies)).join('\n')
  expect(traffic).toContain('/api/users/me')
  expect(findSecrets(traffic, secrets)).toEqual([])
  expect(traffic).not.toMatch(/^authorization:/im)
  expect(traffic).not.toContain(identity.origin)
  // The main process calls the API on its own, and the page never had its token.
  expect(api.seen.some(({ headers }) => headers.authorization === `Bearer ${session}`)).toBe(true)
}

/** Records the page's requests before the main process adds anything to them. */
function watchTraffic(page: Page): Promise<string>[] {
  const traffic: Promise<string>[] = []
  page.on('request', (request) => traffic.push(describe(request)))
  return traffic
}

async function describe(request: Request): Promise<string> {
  const headers = Object.entries(request.headers()).map(([name, value]) => `${name}: ${value}`)
  return [request.method(), request.url(), ...headers, request.postData() ?? ''].join('\n')
}

function tokensIn(text: string): string[] {
  return [...text.matchAll(/"(?:id_?token|refresh_?token|access_?token)"\s*:\s*"([^"]{20,})"/gi)].map(
    ([, token = '']) => token,
  )
}

/** Returns a valid password that occurs nowhere else. */
function newPassword(): string {
  return `Zq7${randomBytes(6).toString('hex')}`
}
