import { newAccount } from '../support/e2e.ts'
import { buildCar, buildPayment, buildPurchase } from '../support/factories.ts'
import {
  expect,
  formatMinute,
  formatNumberedName,
  findListRow,
  ROWS,
  signInAsAdmin,
  test,
  buildUserRow,
  workThrough,
} from './long-lists.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1)

test('the server sorts and filters any number of sellers', async ({ start, server, admin }) => {
  const { db } = server.ctx
  await db
    .insertInto('users')
    .values(numbers.map((number) => buildUserRow(number)))
    .execute()
  const { app, page } = await start({ keychain: 'none' })
  await signInAsAdmin(page, admin)
  await chooseCommand(app, 'allSellers')
  await workThrough({
    page,
    list: 'listSellers',
    caption: 'All sellers',
    count: ROWS,
    nameOf: (number) => formatNumberedName('Robin', number),
    column: {
      header: 'Email',
      up: 'email',
      down: '-email',
      first: 'robin100@people.test',
      last: 'robin9@people.test',
    },
    words: { find: 'robin 0123 robin123@', row: 'Robin 0123' },
    chip: { name: /^Verified 64$/, count: 64 },
    change: () =>
      db.updateTable('users').set({ full_name: 'Robin Renamed' }).where('id', '=', `user-${ROWS}`).execute(),
    changed: 'Robin Renamed',
  })

  await test.step('Ctrl+A selects all selectable rows found', async () => {
    await page.getByRole('textbox', { name: 'Find in this list' }).fill('robin 029')
    await expect(page.getByRole('grid', { name: 'All sellers' })).toHaveAttribute('aria-rowcount', '12')
    await findListRow(page, 'Robin 0299').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toContainText('9 of 11 selected')
  })

  await test.step('a badge with an icon stays on the line of its row', async () => {
    const badge = findListRow(page, 'Robin 0295').getByText('Verified', { exact: true })
    expect((await badge.boundingBox())?.height).toBeLessThan(30)
  })
})

test(
  'the server sorts and filters any number of payments',
  { tag: '@full' },
  async ({ start, server, admin }) => {
    const { ctx } = server
    await ctx.db
      .insertInto('users')
      .values([buildUserRow(1), buildUserRow(2), buildUserRow(3)])
      .execute()
    const purchase = await buildPurchase(ctx, 'user-1', await buildCar(ctx, 'user-2'))
    for (const number of numbers)
      await buildPayment(ctx, purchase, {
        id: `payment-${number}`,
        car_name: formatNumberedName('BMW', number),
        amount: number * 100,
        buyer_id: number % 2 ? 'user-1' : 'user-3',
        is_sale: 0,
        state: number % 8 ? 'paid' : 'refunded',
        paid_at: formatMinute(number),
      })
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'payments')
    await workThrough({
      page,
      list: 'listPayments',
      caption: 'Payments',
      count: ROWS,
      nameOf: (number) => formatNumberedName('BMW', number),
      column: { header: 'Amount', up: 'amount', down: '-amount', first: 'BMW 0001', last: 'BMW 0320' },
      words: { find: 'robin1@ bmw 0123', row: 'BMW 0123' },
      chip: { name: /^refunded 40$/, count: 40 },
      change: () =>
        ctx.db
          .updateTable('payments')
          .set({ refund_reason: 'Sold twice' })
          .where('id', '=', `payment-${ROWS}`)
          .execute(),
      changed: 'Sold twice',
    })
  },
)

test(
  'the server sorts and filters any number of audit entries',
  { tag: '@full' },
  async ({ start, server, admin }) => {
    const { db } = server.ctx
    const entries = numbers.map((number) => ({
      id: `entry-${number}`,
      at: formatMinute(number),
      actor_id: admin.id,
      actor_email: number === 1 ? 'a@desk.test' : number === ROWS ? 'z@desk.test' : 'mia@desk.test',
      action: 'edit-car' as const,
      target: `car-${number}`,
      subject: formatNumberedName('BMW', number),
      detail: '',
    }))
    await db.insertInto('audit').values(entries).execute()
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'audit')
    await workThrough({
      page,
      list: 'listAudit',
      caption: 'Audit log',
      count: ROWS,
      nameOf: (number) => formatNumberedName('BMW', number),
      column: { header: 'By', up: 'actor', down: '-actor', first: 'BMW 0001', last: 'BMW 0320' },
      words: { find: 'edited mia@ 0123', row: 'BMW 0123' },
      change: () =>
        db.updateTable('audit').set({ detail: 'Price' }).where('id', '=', `entry-${ROWS}`).execute(),
      changed: 'Price',
    })
  },
)

test(
  'the server sorts and filters any number of reports',
  { tag: '@full' },
  async ({ start, server, admin }) => {
    const { ctx } = server
    await ctx.db
      .insertInto('users')
      .values([buildUserRow(1), buildUserRow(2)])
      .execute()
    const car = await buildCar(ctx, 'user-2')
    const reports = numbers.map((number) => ({
      id: `report-${number}`,
      reporter_id: 'user-1',
      car_id: car,
      seller_id: 'user-2',
      item_id: `item-${number}`,
      snapshot: JSON.stringify({
        modelName: 'BMW',
        carName: formatNumberedName('BMW', number),
        resellPrice: `$${number},000`,
        image_url: '',
      }),
      reason: 'scam' as const,
      note: '',
      state: number % 8 ? ('open' as const) : ('upheld' as const),
      outcome: '',
      created_at: formatMinute(number),
      deleted_at: null,
    }))
    await ctx.db.insertInto('reports').values(reports).execute()
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'reports')
    await workThrough({
      page,
      list: 'listReports',
      caption: 'Reports',
      count: ROWS,
      nameOf: (number) => formatNumberedName('BMW', number),
      column: { header: 'Price', up: 'price', down: '-price', first: 'BMW 0001', last: 'BMW 0320' },
      words: { find: 'robin1@ scam 0123', row: 'BMW 0123' },
      chip: { name: /^Upheld 40$/, count: 40 },
      change: () =>
        ctx.db
          .updateTable('reports')
          .set({ outcome: 'Twice sold' })
          .where('id', '=', `report-${ROWS}`)
          .execute(),
      changed: 'Twice sold',
    })
  },
)

test(
  'the server sorts and filters any number of a seller’s sales',
  { tag: '@full' },
  async ({ start, server }) => {
    const { ctx } = server
    const dealer = await newAccount(server.url, 'seller', 'Lena Lot')
    const { id } = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', dealer.email)
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('users')
      .values(numbers.map((number) => buildUserRow(number)))
      .execute()
    const car = await buildCar(ctx, id)
    for (const number of numbers)
      await buildPurchase(ctx, `user-${number}`, car, {
        id: `purchase-${number}`,
        car_name: formatNumberedName('BMW', number),
        buyer_name: formatNumberedName('Buyer', number),
        price_minor: number * 1000,
        state: number % 8 ? 'unpaid' : 'refunded',
        created_ms: Date.parse(formatMinute(number)),
      })
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, dealer.email)
    await chooseCommand(app, 'sales')
    await workThrough({
      page,
      list: 'listSales',
      caption: 'My sales',
      count: ROWS,
      nameOf: (number) => formatNumberedName('BMW', number),
      column: { header: 'Price', up: 'price', down: '-price', first: 'BMW 0001', last: 'BMW 0320' },
      words: { find: 'buyer 0123 bmw', row: 'BMW 0123' },
      chip: { name: /^refunded 40$/, count: 40 },
      change: () =>
        ctx.db
          .updateTable('purchases')
          .set({ buyer_name: 'Renamed' })
          .where('id', '=', `purchase-${ROWS}`)
          .execute(),
      changed: 'Renamed',
    })
  },
)

test(
  'the status bar shows Synced only for current data and retries rejected requests',
  { tag: '@full' },
  async ({ start, server, admin }) => {
    const { db } = server.ctx
    await db.insertInto('users').values(buildUserRow(1)).execute()
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    await chooseCommand(app, 'allSellers')
    await expect(findListRow(page, 'Robin 0001')).toBeVisible()
    const status = page.locator('.console-status')
    await expect(status).toContainText('Synced')

    const isOurs = /\/api\/users\/sellers\?.*offset=/
    await page.route(isOurs, (route) => route.fulfill({ status: 429, json: tooMany }))
    await db.updateTable('users').set({ full_name: 'Robin Renamed' }).where('id', '=', 'user-1').execute()
    await expect(status).toContainText('Not up to date. Trying again…')
    await expect(status).not.toContainText('Synced')
    await page.unroute(isOurs)
    await expect(findListRow(page, 'Robin Renamed')).toBeVisible()
    await expect(status).toContainText('Synced')
  },
)

const tooMany = {
  type: '/problems/too-many-requests',
  code: 'too-many-requests',
  status: 429,
  title: 'Too many requests',
  message: 'Too many requests. Wait a moment and try again.',
}
