import { test as base, expect, type BrowserContext, type Page, type Response } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { DEMO_PASSWORD } from '../../server/features/config/demo-accounts.ts'
import { createIdentityClient } from './identity.ts'

export { expect }

declare global {
  interface Window {
    reportViolation(text: string): void
  }
}

/**
 * The test function of all browser tests. A test fails if any page has a CSP violation, an error, or a
 * request that leaves the machine.
 */
export const test = base.extend<{ guarded: void; secondContext: () => Promise<BrowserContext> }>({
  guarded: [
    async ({ context, javaScriptEnabled }, use) => {
      if (javaScriptEnabled) waitForCode(context)
      const pageErrors = await watch(context)
      await use()
      // A call that is still pending when its test ends is not an error.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(pageErrors, 'page errors, CSP violations and requests that leave the machine').toEqual([])
    },
    { auto: true },
  ],
  secondContext: async ({ browser }, use) => {
    const opened: { context: BrowserContext; pageErrors: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext()
      waitForCode(context)
      opened.push({ context, pageErrors: await watch(context) })
      return context
    })
    for (const { context, pageErrors } of opened) {
      await context.close()
      expect(pageErrors).toEqual([])
    }
  },
})

/** Makes navigation wait until the page's code has replaced the server-rendered markup. */
function waitForCode(context: BrowserContext): void {
  context.on('page', (page) => {
    const prerender = page.locator('.prerender')
    for (const method of ['goto', 'reload', 'goBack', 'goForward'] as const) {
      const open = page[method].bind(page) as (...args: unknown[]) => Promise<Response | null>
      page[method] = async (...args: unknown[]) => {
        const response = await open(...args)
        const options = args.at(-1) as { waitUntil?: string } | undefined
        if (options?.waitUntil !== 'commit') await prerender.waitFor({ state: 'detached' })
        return response
      }
    }
  })
}

async function watch(context: BrowserContext): Promise<string[]> {
  const pageErrors: string[] = []
  // The browser's console does not log a violation that a library catches, such as a probe for eval.
  await context.exposeBinding('reportViolation', (_source, text: string) => pageErrors.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      window.reportViolation(`CSP ${violatedDirective} ${blockedURI} by ${sourceFile}`),
    )
  })
  const watchPage = (page: Page) => {
    page.on('pageerror', (error) => pageErrors.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) pageErrors.push(message.text())
    })
  }
  context.pages().forEach(watchPage)
  context.on('page', watchPage)
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isLocal =
      ['localhost', '127.0.0.1'].includes(hostname) || /^(data|blob|about|chrome-error):$/.test(protocol)
    if (!isLocal) pageErrors.push(`request to ${hostname}`)
  })
  return pageErrors
}

export function createUniqueEmail(name: string): string {
  return `${name}-${randomBytes(5).toString('hex')}@people.test`
}

/**
 * Creates an account with its user record, and returns an app token. For tests that are not about
 * registration.
 */
export async function newAccount(
  baseURL: string,
  account: 'buyer' | 'seller',
  fullName: string,
  {
    emailVerified = true,
    mailbox = account,
    password = DEMO_PASSWORD,
  }: { emailVerified?: boolean; mailbox?: string; password?: string } = {},
) {
  const email = createUniqueEmail(mailbox)
  const { idToken } = await (
    await connectIdentity(baseURL)
  ).signUp({
    email,
    password,
    displayName: fullName,
    emailVerified,
  })
  await apiCall(baseURL, 'POST', '/user', idToken, { fullName, email, account })
  return { email, fullName, password, token: await appToken(baseURL, email, idToken) }
}

/** Returns a token of a demo account without using the sign-in page. */
export async function fetchDemoToken(baseURL: string, email: string): Promise<string> {
  const { idToken } = await (await connectIdentity(baseURL)).signIn(email, DEMO_PASSWORD)
  return appToken(baseURL, email, idToken)
}

/** Stores an app token in the browser before its first page runs. */
export async function useToken(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((value) => {
    // Frames from other origins also run this code, and some have no storage.
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage.setItem('kerblight.token', value)
  }, token)
}

export async function apiCall<T = unknown>(
  baseURL: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${baseURL}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export async function connectIdentity(baseURL: string) {
  const config = await apiCall<{ identity: { emulatorUrl: string } }>(baseURL, 'GET', '/config')
  return createIdentityClient(config.identity.emulatorUrl)
}

async function appToken(baseURL: string, email: string, idToken: string): Promise<string> {
  const path = `/jwt?email=${encodeURIComponent(email)}`
  return (await apiCall<{ token: string }>(baseURL, 'GET', path, idToken)).token
}
