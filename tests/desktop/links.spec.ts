import { newAdmin } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { startAgain } from './launch.ts'
import { signInAs } from './steps.ts'

let admin: string
test.beforeEach(async ({ baseURL }) => {
  admin = (await newAdmin(baseURL!)).email
})

test.slow()

test('a link opens its page, whether it starts the console or the console already runs', async ({
  start,
}) => {
  const first = await start()
  await signInAs(first.page, admin)
  await first.app.close()

  const { page, options } = await start({ args: ['kerblight://dashboard/allusers'] })
  await expect(page.getByRole('heading', { name: 'All users', level: 1 })).toBeVisible()

  expect(await startAgain({ ...options, args: ['kerblight://dashboard/reports?open=abc'] })).toBe(0)
  await expect.poll(() => addressOf(page)).toBe('/dashboard/reports?open=abc')
})

test('a link to a page outside the allowlist opens nothing', { tag: '@full' }, async ({ start }) => {
  const first = await start()
  await signInAs(first.page, admin)
  await first.app.close()

  const { page, options } = await start({ args: ['kerblight://dashboard/payment/abc?token=secret'] })
  await expect.poll(() => addressOf(page)).toBe('/dashboard/overview')
  expect(await startAgain({ ...options, args: ['kerblight://newsletter/abc'] })).toBe(0)
  expect(await startAgain({ ...options, args: ['kerblight://dashboard/sales'] })).toBe(0)
  await expect.poll(() => addressOf(page)).toBe('/dashboard/sales')
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3)
})

test('a link opened while signed out opens its page after sign-in', { tag: '@full' }, async ({ start }) => {
  const { page } = await start({ args: ['kerblight://dashboard/allsellers'] })
  await signInAs(page, admin)
  await expect(page.getByRole('heading', { name: 'All sellers', level: 1 })).toBeVisible()
})

test(
  'a click on a notification opens its record, in a window that comes to the front',
  { tag: '@full' },
  async ({ start }) => {
    const { app, page } = await start()
    await signInAs(page, admin)
    await app.evaluate(({ Notification }) => {
      const show = Notification.prototype.show
      Notification.prototype.show = function () {
        show.call(this)
        // Other tests cause notifications at the same time, so this hook stores only the expected one.
        if (this.title === 'New report') Reflect.set(globalThis, 'lastNotice', this)
      }
    })
    const notice = { kind: 'report' as const, title: 'New report', body: 'Wrong price' }
    await page.evaluate((notice) => window.desktop?.notify(notice), {
      ...notice,
      path: '/dashboard/reports?open=r1',
    })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await app.evaluate(() =>
      (Reflect.get(globalThis, 'lastNotice') as { emit: (name: string) => void }).emit('click'),
    )

    await expect.poll(() => addressOf(page)).toBe('/dashboard/reports?open=r1')
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(
      false,
    )

    await app.evaluate(() => Reflect.set(globalThis, 'lastNotice', null))
    await page.evaluate((notice) => window.desktop?.notify(notice), {
      ...notice,
      path: 'https://evil.example/',
    })
    expect(await app.evaluate(() => Reflect.get(globalThis, 'lastNotice'))).toBeNull()
  },
)

function addressOf(page: import('@playwright/test').Page): Promise<string> {
  return page.evaluate(() => location.pathname + location.search)
}
