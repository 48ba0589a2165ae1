import { randomInt } from 'node:crypto'
import type { ElectronApplication, Page } from '@playwright/test'
import { createUniqueEmail } from '../support/e2e.ts'
import { expect } from './desktop-test.ts'
import { readOpenedAddresses, captureExternalUrls } from './outside.ts'

/** Returns a Google account that Kerblight does not know yet. */
export function newGoogleAccount(): string {
  const sub = `1102484959${randomInt(1e11)}`
  return JSON.stringify({ sub, email: createUniqueEmail('gina'), name: 'Gina Google' })
}

/** Returns the URL that the console opens in the system's default browser. */
export async function openGoogleSignIn(app: ElectronApplication, page: Page): Promise<URL> {
  await captureExternalUrls(app)
  await page.getByRole('button', { name: 'continue with google' }).click()
  await expect.poll(() => readOpenedAddresses(app)).toHaveLength(1)
  const [address] = await readOpenedAddresses(app)
  return new URL(address ?? '')
}

/**
 * Simulates the user at Google, who chooses an account. An empty account cancels the sign-in.
 * @returns the final page
 */
export async function chooseAccount(
  { origin, pathname, searchParams }: URL,
  account: string,
): Promise<string> {
  const body = new URLSearchParams([...searchParams, ['account', account]])
  const response = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' })
  return (await fetch(response.headers.get('location') ?? '')).text()
}
