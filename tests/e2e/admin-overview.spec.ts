import type { Page } from '@playwright/test'
import {
  buildCar,
  buildCars,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  type Person,
} from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { readSideMenu } from './dashboard-steps.ts'

/** Signs in an admin. With `account` 'seller', the admin also sells cars. */
async function enterAsAdmin(page: Page, { ctx }: TestServer, account: 'buyer' | 'seller') {
  const admin = await buildPerson(ctx, { full_name: 'Ada Admin', role: 'admin', account })
  await useToken(page.context(), admin.token)
  return admin
}

/** Sells `count` cars to a new buyer, and returns the buyer. */
async function sellCars({ ctx }: TestServer, seller: Person, count: number) {
  const buyer = await buildPerson(ctx, { full_name: 'Bea Buyer' })
  for (let number = 1; number <= count; number++) {
    const carId = await buildCar(ctx, seller.id, { state: 'sold' })
    await buildPayment(ctx, await buildPurchase(ctx, buyer.id, carId, { state: 'paid' }))
  }
  return buyer
}

const moderating = [
  'All users',
  'All sellers',
  'All buyers',
  'All Cars',
  'All reports',
  'Makes',
  'Payments',
  'Deals',
  'Disputes',
  'Payouts',
  'Fees',
  'Holds',
  'Newsletter',
  'Changes',
  'Audit log',
]

for (const [name, account, selling] of [
  ['an admin', 'buyer', {}],
  ['an admin who sells', 'seller', { Sell: ['Add Cars', 'My Cars', 'My sales', 'Feeds'] }],
] as const)
  test(`the menu of ${name} lists their pages, and the overview’s numbers link to the rows`, async ({
    page,
    server,
  }) => {
    const admin = await enterAsAdmin(page, server, account)
    const { seller, ids } = await buildCars(server.ctx, 2)
    await sellCars(server, seller, 6)
    await buildReport(server.ctx, admin.id, ids[0]!)
    await page.goto('/blogs')
    await page.getByRole('button', { name: 'Account of Ada Admin' }).click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/overview')
    expect(Object.entries(await readSideMenu(page))).toEqual(
      Object.entries({
        Today: ['Dashboard', 'Notifications'],
        ...selling,
        Moderate: moderating,
        Buy: ['My PurchaseList', 'Saved searches'],
        Account: ['Account'],
        'the foot': ['Back to home'],
      }),
    )
    const allCars = page.getByRole('link', { name: 'All Cars', exact: true })
    await expect(allCars).toHaveAccessibleDescription('8')
    const main = page.getByRole('main')
    for (const [figure, path] of [
      ['Cars 8', 'managecars'],
      ['Users 3', 'allusers'],
      ['Open reports 1', 'reports'],
      ['Payments 6', 'payments'],
    ])
      await expect(main.getByRole('link', { name: figure, exact: true })).toHaveAttribute(
        'href',
        `/dashboard/${path}`,
      )
    await expect(main.getByRole('heading', { name: 'Needs your attention' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const payments = main.getByRole('region', { name: 'Recent payments' })
    await expect(payments.getByRole('columnheader')).toHaveText([
      'Model Name',
      'Amount',
      'Buyer email',
      'Paid on',
      'Status',
    ])
    await expect(payments.getByRole('rowgroup').last().getByRole('row')).toHaveCount(5)
    await expect(payments.getByRole('link', { name: 'View all payments' })).toBeVisible()
    await expect(main.getByRole('heading', { name: /^Six cars sold in \w+ so far/ })).toBeVisible()
    await expect(main.getByRole('region', { name: 'My cars and sales' })).toHaveCount(
      account === 'seller' ? 1 : 0,
    )
  })

test('an admin who sells sees the market before their own cars, each with its sales', async ({
  page,
  server,
}) => {
  const admin = await enterAsAdmin(page, server, 'seller')
  const buyer = await sellCars(server, admin, 1)
  await sellCars(server, await buildPerson(server.ctx, { account: 'seller' }), 1)
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['The market', 'My cars and sales'])
  const market = page.getByRole('region', { name: 'The market' })
  const ownRegion = page.getByRole('region', { name: 'My cars and sales' })
  await expect(ownRegion.getByRole('link', { name: 'My cars 1' })).toBeVisible()
  await expect(
    ownRegion.getByRole('heading', { name: /^One car sold in \w+ so far, none in \w+$/ }),
  ).toBeVisible()
  await expect(market.getByRole('link', { name: 'Payments 2' })).toBeVisible()
  await expect(market.getByRole('region', { name: 'Recent payments' })).toContainText(buyer.email)
  // The admin already sees the whole market's reports, so the seller section does not repeat them.
  await expect(ownRegion.getByRole('link', { name: /^Open reports/ })).toHaveCount(0)
})

test(
  'an admin sees notices about broken settings until they are fixed',
  { tag: '@full' },
  async ({ page, server }) => {
    await enterAsAdmin(page, server, 'buyer')
    const [wrong, unreachable] = [
      {
        setting: 'STRIPE_WEBHOOK_SECRET',
        kind: 'wrong' as const,
        message:
          'Stripe has no enabled webhook endpoint with the URL https://cars.example/api/webhooks/stripe, so it cannot report payments.',
        advice:
          'Add the endpoint in the Stripe dashboard under Developers > Webhooks, or correct PUBLIC_URL. Then set STRIPE_WEBHOOK_SECRET to its signing secret.',
      },
      {
        setting: 'SMTP_URL',
        kind: 'unreachable' as const,
        message: 'The email server cannot be reached, so SMTP_URL could not be checked.',
        advice:
          'Check that this machine can reach the service through DNS and the firewall, then restart Kerblight.',
      },
    ]
    server.ctx.setupProblems.push(wrong, unreachable)
    await page.goto('/dashboard/overview')
    const notices = page.getByRole('main').getByRole('region', { name: 'Settings to fix' })
    for (const { setting, message, advice } of [wrong, unreachable]) {
      const notice = notices.getByRole('listitem').filter({ hasText: setting })
      await expect(notice).toContainText(message)
      await expect(notice).toContainText(advice)
    }
    await expect(notices.getByRole('button')).toHaveCount(0)

    server.ctx.setupProblems.length = 0
    await page.reload()
    await expect(page.getByRole('link', { name: /^Payments/ }).first()).toBeVisible()
    await expect(notices).toHaveCount(0)
  },
)
