import type { Page } from '@playwright/test'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { buildModelQuery, listCar } from './market.ts'
import { isFocused, payButton, tabTo } from './steps.ts'

test('a buyer finds a car, puts it on the list, and pays for it without a mouse', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { modelName: model, carName } = await listCar(baseURL!, seller.token)
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await useToken(page.context(), buyer.token)
  const { keyboard } = page

  await page.goto(`/cars/Audi?${buildModelQuery(model)}`)
  const buyButton = page.getByRole('button', { name: `Buy ${carName}` })
  await buyButton.waitFor()
  const dialog = page.getByRole('dialog')

  await test.step('Escape closes the dialog, and focus returns to the button that opened it', async () => {
    await tabTo(page, buyButton)
    await keyboard.press('Enter')
    await expect(dialog.getByLabel('Phone number')).toBeFocused()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(buyButton).toBeFocused()
  })

  await test.step('the dialog is filled in, and keeps focus inside', async () => {
    await keyboard.press('Space')
    await expect(dialog.getByLabel('Phone number')).toBeFocused()
    await keyboard.type('555-0111')
    await tabTo(page, dialog.getByLabel('Meeting place'))
    await keyboard.type('Station car park')
    const add = dialog.getByRole('button', { name: 'Add to purchase list' })
    await tabTo(page, add)
    await tabTo(page, dialog.getByLabel('Phone number'))
    await tabTo(page, add, 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByText('successfully added to purchaseList')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(buyButton).toBeFocused()
  })

  await test.step('the account’s menu leads to the list', async () => {
    await tabTo(page, page.getByRole('button', { name: /^Account of/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    const entry = page.getByRole('menuitem', { name: 'Dashboard' })
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    while (!(await isFocused(entry))) await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the card is typed into Stripe’s frame', async () => {
    await tabTo(
      page,
      page.getByRole('row', { name: new RegExp(model) }).getByRole('link', { name: /Pay now/ }),
    )
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: new RegExp(`^Payment for ${model}`) })).toBeVisible()
    await expect(payButton(page)).toBeEnabled()
    const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
    await tabTo(page, card.locator('[name=cardnumber]'))
    await keyboard.type('4242424242424242')
    await expect(card.locator('[name=exp-date]')).toBeFocused()
    await keyboard.type('1234')
    await expect(card.locator('[name=cvc]')).toBeFocused()
    await keyboard.type('123')
  })

  await test.step('the last button pays', async () => {
    await tabTo(page, payButton(page))
    await keyboard.press('Space')
    await expect(page.getByText('Congratulation Your payment is successfull')).toBeVisible()
  })
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/reviews')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Skip to content' })
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('every Tab stop has a visible focus outline', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const stops = new Set<string>()
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => document.activeElement?.outerHTML ?? '')
    if (stops.has(stop)) break
    stops.add(stop)
    expect(await outlineOf(page), stop.slice(0, 200)).toBeGreaterThanOrEqual(2)
  }
  expect(stops.size).toBeGreaterThan(8)
})

/** Returns the outline width of the focused element, or zero if it has no outline. */
function outlineOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    if (!document.activeElement || document.activeElement === document.body) return Infinity
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
    return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)
  })
}
