import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { findBarriers } from '../support/axe.ts'
import { openStripeSetup, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let browser: Browser
let page: Page
let accountId: string
/** The platform's site, to which onboarding returns. */
let site: Server
let siteUrl: string
let pageErrors: string[]

beforeAll(async () => {
  setup = await openStripeSetup()
  site = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<link rel="icon" href="data:,"><title>${request.url?.slice(1)}</title>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser.close()
  site.closeAllConnections()
  site.close()
  await setup[Symbol.asyncDispose]()
})

beforeEach(async () => {
  pageErrors = []
  page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})

afterEach(async () => {
  await page.close()
  if (pageErrors.length > 0) throw new Error(`The page had faults:\n${pageErrors.join('\n')}`)
})

async function openOnboarding(name = 'Sam Seller') {
  const account = await setup.stripe.v2.core.accounts.create({
    contact_email: 'a-seller-with-a-long-address@mail.used-cars.example.com',
    display_name: name,
    identity: { country: 'us' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  })
  accountId = account.id
  const { url } = await setup.stripe.v2.core.accountLinks.create({
    account: accountId,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { return_url: `${siteUrl}/returned`, refresh_url: `${siteUrl}/refresh` },
    },
  })
  await page.goto(url)
}

async function readStatus() {
  const account = await setup.stripe.v2.core.accounts.retrieve(accountId, {
    include: ['configuration.recipient'],
  })
  return account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
}

describe('the onboarding page', () => {
  it('returns to the site with the chosen result', async () => {
    await openOnboarding()
    await page.getByLabel('Rejected').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${siteUrl}/returned`)
    expect(await readStatus()).toBe('rejected')
  })

  it('works using only the keyboard', async () => {
    await openOnboarding()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByLabel('Complete, with checks pending').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${siteUrl}/returned`)
    expect(await readStatus()).toBe('pending')
  })

  it('stays until a choice is made, even if it is reloaded', async () => {
    await openOnboarding()
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${siteUrl}/returned`)
    expect(await readStatus()).toBe('active')
    await page.goBack()
    await page.waitForURL(`${siteUrl}/refresh`)
  })

  it('shows a name as text, not as markup', async () => {
    await openOnboarding('<img src=x onerror=alert(1)>')
    expect(await page.locator('dd').first().textContent()).toBe('<img src=x onerror=alert(1)>')
  })

  it('reports a failed request, and can then be tried again', async () => {
    await openOnboarding()
    await page.route('**/complete', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/couldn’t be saved/)
    await page.unroute('**/complete')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${siteUrl}/returned`)
    pageErrors = pageErrors.filter((text) => !text.includes('status of 500'))
  })

  it.each(['light', 'dark'] as const)(
    'fits 320 pixels and has no barriers in a %s scheme',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme })
      await openOnboarding()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
      expect(await findBarriers(page)).toEqual([])
    },
  )
})
