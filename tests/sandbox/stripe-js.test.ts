import { chromium, type Browser, type FrameLocator, type Page } from '@playwright/test'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { openShop, type Shop, type ShopPage } from './stripe-shop/shop.ts'
import { carPrice, openStripeSetup, readCharge, type StripeSetup } from './stripe-setup.ts'

let setup: StripeSetup
let shop: Shop
let browser: Browser
let page: Page
let card: FrameLocator
let intent: Stripe.PaymentIntent
/**
 * Forbidden events on any page: policy violations, errors, warnings of loadStripe, and requests that leave
 * the machine.
 */
let pageErrors: string[]

beforeAll(async () => {
  setup = await openStripeSetup()
  shop = await openShop(setup.sandbox.url)
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  })
})

afterAll(async () => {
  await browser.close()
  await shop[Symbol.asyncDispose]()
  await setup[Symbol.asyncDispose]()
})

beforeEach(async () => {
  pageErrors = []
  page = await browser.newPage({ viewport: { width: 720, height: 560 } })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 402/.test(message.text())) {
      pageErrors.push(message.text())
    }
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('request', (request) => {
    if (!/^(http:\/\/(127\.0\.0\.1|localhost):|data:)/.test(request.url())) pageErrors.push(request.url())
  })
})

afterEach(async () => {
  await page.close()
  if (pageErrors.length > 0) throw new Error(`The page had faults:\n${pageErrors.join('\n')}`)
})

async function openPage(name: ShopPage = 'vanilla') {
  intent = await setup.stripe.paymentIntents.create(carPrice)
  await page.goto(shop.address(name, intent.client_secret ?? ''))
  card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await input('cardnumber').waitFor()
}

function input(name: 'cardnumber' | 'exp-date' | 'cvc' | 'postal') {
  return card.locator(`input[name="${name}"]`)
}

/**
 * Types as a person would: continuously, starting with the card number, without clicking the other fields.
 */
async function typeCard(number: string, rest = '123412394110') {
  await input('cardnumber').click()
  await page.keyboard.type(number + rest)
}

async function pay() {
  await page.getByRole('button', { name: 'Pay' }).click()
}

async function expectOutcome(text: string) {
  await expect.poll(() => page.locator('output').textContent()).toBe(text)
}

async function retrieve() {
  return setup.stripe.paymentIntents.retrieve(intent.id)
}

describe('the card form', () => {
  it('pays with 4242, moving automatically from field to field', async () => {
    await openPage()
    await typeCard('4242424242424242')
    expect(await input('cardnumber').inputValue()).toBe('4242 4242 4242 4242')
    expect(await input('exp-date').inputValue()).toBe('12 / 34')
    expect(await input('cvc').inputValue()).toBe('123')
    expect(await input('postal').inputValue()).toBe('94110')
    await pay()
    await expectOutcome('succeeded')
    expect(readCharge(setup, await retrieve())).toMatchObject({
      status: 'succeeded',
      amount: carPrice.amount,
      billing_details: { name: 'Dana Price', address: { postal_code: '94110' } },
      payment_method_details: { card: { last4: '4242', exp_month: 12, exp_year: 2034 } },
    })
  })

  it('hides the card number from the page’s inputs, values, and requests', async () => {
    await openPage()
    const senders: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('4242424242424242')) senders.push(request.frame().url())
    })
    await typeCard('4242424242424242')
    expect(await page.locator('input').count()).toBe(0)
    // The frame notifies the page by a message, which arrives after the text is in the field.
    await expect
      .poll(async () => JSON.parse((await page.locator('form').getAttribute('data-change')) ?? 'null'))
      .toEqual({
        elementType: 'card',
        brand: 'visa',
        complete: true,
        empty: false,
        value: { postalCode: '94110' },
      })
    await pay()
    await expectOutcome('succeeded')
    expect(senders).toEqual([`${setup.sandbox.url}/elements/card`])
    const reach = page.evaluate(() => document.querySelector('iframe')?.contentDocument)
    expect(await reach).toBeNull()
  })

  it('reports a declined card, retains the input, and accepts another card', async () => {
    await openPage()
    await typeCard('4000000000000002')
    await pay()
    await expectOutcome('card_declined: Your card was declined.')
    expect(await input('cardnumber').inputValue()).toBe('4000 0000 0000 0002')
    await input('cardnumber').fill('4242424242424242')
    await pay()
    await expectOutcome('succeeded')
  })

  it('reports an error at the invalid field', async () => {
    await openPage()
    const alert = () => page.getByRole('alert').textContent()
    await input('cardnumber').fill('4242424242424241')
    await expect.poll(alert).toBe('Your card number is invalid.')
    expect(await input('cardnumber').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#card').getAttribute('class')).toContain('StripeElement--invalid')
    await input('cardnumber').fill('4242')
    await expect.poll(alert).toBe('')
    await input('exp-date').click()
    await expect.poll(alert).toBe('Your card number is incomplete.')
    await input('cardnumber').fill('4242424242424242')
    await input('exp-date').fill('1220')
    await expect.poll(alert).toBe("Your card's expiration year is in the past.")
    await input('exp-date').fill('12/2040')
    expect(await input('exp-date').inputValue()).toBe('12 / 40')
    await input('cvc').fill('12')
    await input('postal').click()
    await expect.poll(alert).toBe("Your card's security code is incomplete.")
    await pay()
    await expectOutcome("incomplete_cvc: Your card's security code is incomplete.")
    expect((await retrieve()).latest_charge).toBeNull()
  })

  it('rejects a payment with an empty form, with a message', async () => {
    await openPage()
    await pay()
    await expectOutcome('incomplete_number: Your card number is incomplete.')
    expect((await retrieve()).status).toBe('requires_payment_method')
  })

  it('detects the card brand and groups the digits accordingly', async () => {
    await openPage()
    const brand = () => card.locator('.icon').getAttribute('data-brand')
    await input('cardnumber').fill('378282246310005')
    expect(await input('cardnumber').inputValue()).toBe('3782 822463 10005')
    await expect.poll(brand).toBe('amex')
    await input('cvc').fill('12345')
    expect(await input('cvc').inputValue()).toBe('1234')
    for (const [number, name] of [
      ['5555555555554444', 'mastercard'],
      ['6011111111111117', 'discover'],
      ['3056930009020004', 'diners'],
      ['3566002020360505', 'jcb'],
      ['6200000000000005', 'unionpay'],
      ['4', 'visa'],
      ['', 'unknown'],
    ] as const) {
      await input('cardnumber').fill(number)
      await expect.poll(brand).toBe(name)
    }
  })

  it('works by keyboard: Backspace moves back, Enter pays, and Escape is reported', async () => {
    await openPage()
    await page.getByText('Card', { exact: true }).click()
    await expect.poll(() => page.locator('#card').getAttribute('class')).toContain('StripeElement--focus')
    await page.keyboard.type('424242424242424213')
    expect(await input('exp-date').inputValue()).toBe('01 / 3')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await input('exp-date').inputValue()).toBe('')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await input('cardnumber').inputValue()).toBe('4242 4242 4242 424')
    await page.keyboard.type('2123412394110')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expectOutcome('succeeded')
    const events = await page.evaluate(
      () => (window as unknown as { shop: { events: string[] } }).shop.events,
    )
    expect(events.slice(0, 2)).toEqual(['ready', 'focus'])
    expect(events).toContain('escape')
  })

  it('preserves the caret position when a digit in the middle is corrected', async () => {
    await openPage()
    await input('cardnumber').fill('424242424242')
    await input('cardnumber').evaluate((element: HTMLInputElement) => element.setSelectionRange(2, 2))
    await input('cardnumber').press('5')
    expect(await input('cardnumber').inputValue()).toBe('4254 2424 2424 2')
    const caret = await input('cardnumber').evaluate((element: HTMLInputElement) => element.selectionStart)
    expect(caret).toBe(3)
  })

  it('applies and changes its style, and can be disabled, cleared, unmounted, and mounted', async () => {
    await openPage()
    const styleOf = (name: 'color' | 'fontSize') =>
      input('cardnumber').evaluate((element, key) => getComputedStyle(element)[key], name)
    expect(await styleOf('color')).toBe('rgb(18, 52, 86)')
    expect(await styleOf('fontSize')).toBe('17px')
    await input('cardnumber').fill('4242424242424241')
    await expect.poll(() => styleOf('color')).toBe('rgb(192, 0, 16)')
    await page.evaluate(() => {
      const { card } = (window as unknown as { shop: { card: { update(o: object): void; clear(): void } } })
        .shop
      card.clear()
      card.update({ disabled: true, hidePostalCode: true, style: { base: { color: '#ffffff' } } })
    })
    await expect.poll(() => styleOf('color')).toBe('rgb(255, 255, 255)')
    expect(await input('cardnumber').inputValue()).toBe('')
    expect(await input('cardnumber').isDisabled()).toBe(true)
    expect(await input('postal').isVisible()).toBe(false)
    await page.evaluate(() => {
      const { card } = (window as unknown as { shop: { card: { unmount(): void; mount(s: string): void } } })
        .shop
      card.unmount()
      card.mount('#card')
    })
    await input('cardnumber').waitFor()
    expect(await page.locator('iframe').count()).toBe(1)
  })

  it('fits on a phone: every field can be reached, and the number shows its end', async () => {
    await page.setViewportSize({ width: 340, height: 600 })
    await openPage()
    await typeCard('4242424242424242')
    const frame = await page.locator('iframe').boundingBox()
    const left = frame?.x ?? 0
    for (const name of ['exp-date', 'cvc', 'postal'] as const) {
      const box = await input(name).boundingBox()
      expect(box?.x).toBeGreaterThan(left)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left + (frame?.width ?? 0) + 1)
    }
    await pay()
    await expectOutcome('succeeded')
  })
})

describe('authentication', () => {
  function bank() {
    return page.frameLocator('dialog iframe[name^="__privateStripeFrame"]')
  }

  it('is completed in the bank’s page over the shop', async () => {
    await openPage()
    await typeCard('4000002500003155')
    await pay()
    const complete = bank().getByRole('button', { name: 'Complete authentication' })
    await complete.waitFor()
    expect(await bank().getByRole('main').textContent()).toContain('$24,900.00')
    expect((await retrieve()).status).toBe('requires_action')
    await complete.click()
    await expectOutcome('succeeded')
    expect(await page.locator('dialog').count()).toBe(0)
    expect(readCharge(setup, await retrieve())).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    })
  })

  it('can fail with Stripe’s message, and a different card can be tried', async () => {
    await openPage()
    await typeCard('4000002760003184')
    await pay()
    await bank().getByRole('button', { name: 'Fail authentication' }).click()
    await expectOutcome(
      'payment_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method', latest_charge: null })
    await input('cardnumber').fill('4242424242424242')
    await pay()
    await expectOutcome('succeeded')
  })

  it('is canceled by Escape, traps focus while open, and may end in a decline', async () => {
    await openPage()
    await typeCard('4000008400001629')
    await pay()
    const complete = bank().getByRole('button', { name: 'Complete authentication' })
    await expect.poll(() => complete.evaluate((element) => element === document.activeElement)).toBe(true)
    for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('output').textContent()).toContain('authentication_failure')
    await pay()
    await complete.click()
    await expectOutcome('card_declined: Your card was declined.')
  })

  it('notifies the shop if the payment was canceled in the meantime', async () => {
    await openPage()
    await typeCard('4000002760003184')
    await pay()
    const complete = bank().getByRole('button', { name: 'Complete authentication' })
    await complete.waitFor()
    await setup.stripe.paymentIntents.cancel(intent.id)
    await complete.click()
    await expect.poll(() => page.locator('output').textContent()).toContain('payment_intent_unexpected_state')
    expect((await retrieve()).status).toBe('canceled')
    // The browser logs the failed request when the bank rejects the card. This error is expected here.
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining('status of 400')])
  })
})

describe('the card form in react-stripe-js', () => {
  it('pays through CardElement in strict mode, after a decline', async () => {
    await openPage('react')
    expect(await page.locator('iframe').count()).toBe(1)
    await typeCard('4000000000009995', '1234123')
    await pay()
    await expectOutcome('refused')
    expect(await page.getByRole('alert').textContent()).toBe('Your card has insufficient funds.')
    await input('cardnumber').fill('5555555555554444')
    await pay()
    await expectOutcome('succeeded')
    expect((await retrieve()).status).toBe('succeeded')
  })
})
