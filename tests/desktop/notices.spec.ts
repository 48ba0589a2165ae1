import type { Page } from '@playwright/test'
import { newAccount } from '../support/e2e.ts'
import { listCar, newAdmin, payFor, putOnList, createUniqueModel } from '../e2e/market.ts'
import { expect, test } from './desktop-test.ts'
import { clickNotice, readShownNotices, watchNotices } from './shown-notices.ts'
import { signInAs } from './steps.ts'

test.slow()

test('a seller is notified of a sale, and a click opens the sale', async ({ start, baseURL }) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Nora Notice')
  const otherCar = await listCar(baseURL!, dealer.token, { modelName: createUniqueModel('Sold before') })
  const car = await listCar(baseURL!, dealer.token, { modelName: createUniqueModel('Sold now') })
  const buyer = await newAccount(baseURL!, 'buyer', 'Bo Buyer')
  await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, otherCar._id))

  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await expect(page.getByText(/^Synced/)).toBeVisible()
  await watchNotices(app)
  await payFor(baseURL!, buyer.token, await putOnList(baseURL!, buyer.token, car._id))

  await expect
    .poll(() => readShownNotices(app))
    .toContain(`Car sold: ${car.carName} for $24,900, to Bo Buyer`)
  await clickNotice(app, car.modelName)
  await expect(page.getByRole('heading', { name: 'My sales', level: 1 })).toBeVisible()
  await expect(detailsOf(page).getByRole('heading', { name: car.modelName })).toBeVisible()
})

test(
  'an admin is notified of a new seller, and a click opens the seller’s details',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    await expect(page.getByText(/^Synced/)).toBeVisible()
    await watchNotices(app)
    // Admins verify sellers only, so a new buyer must not cause a notification.
    const buyer = createUniqueModel('Bea Buyer')
    await newAccount(baseURL!, 'buyer', buyer)
    const name = createUniqueModel('Sal Seller')
    const seller = await newAccount(baseURL!, 'seller', name)

    await expect.poll(() => readShownNotices(app)).toContain(`New seller: ${name} isn’t verified yet`)
    expect((await readShownNotices(app)).join()).not.toContain(buyer)
    await clickNotice(app, `${name} isn’t verified yet`)
    await expect(page.getByRole('heading', { name: 'All sellers', level: 1 })).toBeVisible()
    await expect(detailsOf(page)).toContainText(seller.email)
  },
)

test(
  'notifications are counted on the app icon while the window is in the background',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const dealer = await newAccount(baseURL!, 'seller', 'Bente Badge')
    const { token: buyer } = await newAccount(baseURL!, 'buyer', 'Bo Buyer')
    const { app, page } = await start({ keychain: 'none' })
    await signInAs(page, dealer.email)
    await expect(page.getByText(/^Synced/)).toBeVisible()
    await watchNotices(app)
    await app.evaluate(({ app: program }) => {
      const counts: number[] = []
      Reflect.set(globalThis, 'badges', counts)
      Reflect.set(program, 'setBadgeCount', (count: number) => counts.push(count) > 0)
    })
    const badges = () => app.evaluate(() => Reflect.get(globalThis, 'badges') as number[])
    const sell = async () => {
      const car = await listCar(baseURL!, dealer.token)
      await payFor(baseURL!, buyer, await putOnList(baseURL!, buyer, car._id))
    }

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
    await sell()
    await expect.poll(async () => (await readShownNotices(app)).length).toBe(1)
    expect(await badges()).toEqual([])

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await sell()
    await expect.poll(badges).toEqual([1])
    await sell()
    await expect.poll(badges).toEqual([1, 2])
    await clickNotice(app)
    await expect.poll(badges).toEqual([1, 2, 0])
  },
)

function detailsOf(page: Page) {
  return page.getByRole('complementary', { name: 'Details' })
}
