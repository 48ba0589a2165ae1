import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../server/features/config/demo-accounts.ts'
import { expect, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { photo } from '../support/photo.ts'
import { listCar, newMarket } from './market.ts'
import { fillCard, payButton } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Simulates a user and counts their presses. The user types each string at most once. */
function personAt(page: Page) {
  const typed: string[] = []
  let presses = 0
  return {
    async press(target: Locator) {
      await target.click()
      presses += 1
    },
    async type(field: Locator, text: string) {
      await expect(field).toHaveValue('')
      expect(typed).not.toContain(text)
      typed.push(text)
      await field.fill(text)
    },
    async pay() {
      await expect(payButton(page)).toBeEnabled()
      await fillCard(page, '4242 4242 4242 4242')
      await this.press(payButton(page))
      await expect(page.getByText('Congratulation Your payment is successfull')).toBeVisible()
    },
    /** Returns the number of presses since the last count. */
    countPresses() {
      const count = presses
      presses = 0
      return count
    },
  }
}

for (const { where: description, viewport, tag } of [
  { where: 'a phone', viewport: { width: 390, height: 844 }, tag: [] },
  { where: 'a desktop', viewport: { width: 1440, height: 900 }, tag: ['@full'] },
]) {
  test.describe(`on ${description}`, { tag }, () => {
    test.use({ viewport })

    test('a car is two presses from the home page, and paid for after four more presses', async ({
      page,
      baseURL,
    }) => {
      const { car, buyer } = await newMarket(baseURL!)
      await useToken(page.context(), buyer.token)
      const user = personAt(page)
      await page.goto('/')
      await user.press(page.getByRole('link', { name: /^Browse [\d,]+ cars$/ }))
      await expect(page).toHaveURL('/search')
      await user.press(page.getByRole('article').first().getByRole('link').first())
      await expect(page).toHaveURL(/\/car\/[\w-]+$/)
      expect(user.countPresses()).toBe(2)

      await navigateInApp(page, `/car/${car._id}`)
      await user.press(page.getByRole('button', { name: /^Buy/ }).first())
      const dialog = page.getByRole('dialog')
      await user.type(dialog.getByLabel('Phone number'), '555-0111')
      await user.type(dialog.getByLabel('Meeting place'), 'Station')
      await user.press(dialog.getByRole('button', { name: 'Pay now' }))
      await user.pay()
      expect(user.countPresses()).toBeLessThanOrEqual(4)
    })

    test(
      'a stranger signs in while paying, and returns to the car',
      { tag: '@full' },
      async ({ page, baseURL }) => {
        const { car, buyer } = await newMarket(baseURL!)
        const user = personAt(page)
        await page.goto(`/car/${car._id}`)
        await user.press(page.getByRole('button', { name: /^Buy/ }).first())
        await user.type(page.getByLabel('Email'), buyer.email)
        await user.type(page.getByLabel('Password'), DEMO_PASSWORD)
        await user.press(page.getByRole('button', { name: 'Sign in', exact: true }))
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText(buyer.email)
        await user.type(dialog.getByLabel('Phone number'), '555-0111')
        await user.type(dialog.getByLabel('Meeting place'), 'Station')
        await user.press(dialog.getByRole('button', { name: 'Pay now' }))
        await user.pay()
        expect(user.countPresses()).toBe(4)
      },
    )
  })
}

test(
  'a newcomer registers while buying, and the form already has the account’s data',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const car = await listCar(baseURL!, seller.token)
    const email = createUniqueEmail('buyer')
    const user = personAt(page)
    await page.goto(`/car/${car._id}`)
    await user.press(page.getByRole('button', { name: /^Buy/ }).first())
    await user.press(page.getByRole('link', { name: 'Create an account' }))
    await user.type(page.getByLabel('Full name'), 'Bea Newcomer')
    await page.locator('input[type=file]').setInputFiles(await photo('me.jpg', 400, 400))
    await user.type(page.getByLabel('Email'), email)
    await user.type(page.getByLabel('Password'), DEMO_PASSWORD)
    await user.press(page.getByRole('button', { name: 'Create account' }))
    await user.press(page.getByRole('region', { name: 'Your car' }).getByRole('link'))
    const dialog = page.getByRole('dialog')
    for (const fact of ['Bea Newcomer', email, '$24,900']) await expect(dialog).toContainText(fact)
    await user.type(dialog.getByLabel('Phone number'), '555-0122')
    await user.type(dialog.getByLabel('Meeting place'), 'Pier 39; gate 2')
    await user.press(dialog.getByRole('button', { name: 'Pay now' }))
    await user.pay()
    expect(user.countPresses()).toBe(6)

    await test.step('the next steps are one press away', async () => {
      const main = page.getByRole('main')
      await expect(main).toContainText('Next: propose a time for the handover to Sam Seller.')
      await expect(main.getByRole('link', { name: 'See your deal' })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Call Sam Seller' })).toHaveAttribute('href', 'tel:5550100')
      await expect(main.getByRole('link', { name: 'Email Sam Seller' })).toHaveAttribute(
        'href',
        `mailto:${seller.email}`,
      )
      await expect(main.getByRole('link', { name: 'Directions' })).toHaveAttribute(
        'href',
        'https://www.google.com/maps/search/?api=1&query=Pier%2039%3B%20gate%202',
      )
      await main.getByRole('link', { name: 'View receipt' }).click()
      await expect(main).toContainText('Total paid$24,900.00 USD')
    })
  },
)
