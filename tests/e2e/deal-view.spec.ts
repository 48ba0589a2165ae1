import { dealLink } from '../../server/sale/deals/deal-link.ts'
import { buildDeal } from '../support/deal-rows.ts'
import { expect, test } from '../support/own-server.ts'

test.use({ javaScriptEnabled: false })

test('a deal is readable without JavaScript through the link in its emails', async ({ page, server }) => {
  const { ctx } = server
  const { purchaseId } = await buildDeal(
    ctx,
    {},
    { place: 'Pier 39', state: 'handover-agreed', handover_at: '2026-12-01T17:00:00.000Z' },
  )

  await page.goto(`/dashboard/deals/${purchaseId}`)
  await expect(page.locator('.noscript')).toContainText('“View without JavaScript,”')

  await page.goto(dealLink(ctx.config, { purchaseId, side: 'buyer' }, ctx.now()))
  await expect(page.getByRole('heading', { level: 1, name: 'A4 Avant 40 TFSI' })).toBeVisible()
  await expect(page.getByText('Your deal with Sam Seller.')).toBeVisible()
  await expect(page.getByText('Tue, Dec 1, 2026, 5:00 PM UTC', { exact: true })).toBeVisible()
  await expect(page.getByText('Pier 39')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in and open the deal' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(320)
})

test('an invalid link leads to the sign-in page', async ({ page }) => {
  await page.goto('/deals/view/abc.buyer.1.def')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
})
