import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { delayCalls } from '../support/delayed-calls.ts'
import { findTableRow } from './dashboard-steps.ts'
import { buildModelQuery, listCar, newAdmin } from './market.ts'
import { logOut, signIn } from './steps.ts'

/** Timeout in milliseconds for the first load. A page's code loads slowly on a busy machine. */
const firstLoadTimeout = { timeout: 30_000 }
test.slow()

function changePrice(baseURL: string, token: string, id: string, resellPrice: string) {
  return apiCall(baseURL, 'PATCH', '/cars', token, { ids: [id], change: { resellPrice } })
}

/** Records the requests for the stream from now on. */
function watchStreams(context: BrowserContext, path = '/api/events') {
  const streams = { opened: [] as Request[], ended: 0 }
  const isStream = (request: Request) => new URL(request.url()).pathname === path
  context.on('request', (request) => isStream(request) && streams.opened.push(request))
  const countEnd = (request: Request) => {
    if (isStream(request)) streams.ended += 1
  }
  context.on('requestfinished', countEnd)
  context.on('requestfailed', countEnd)
  return streams
}

/** Resolves when the page is connected to the event stream and will receive all later changes. */
async function waitUntilListening(page: Page) {
  await page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
}

function cardOf(page: Page, model: string) {
  return page.getByRole('article', { name: model })
}

test(
  'a price that the seller edits changes in the buyer’s list without a reload',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id: id, modelName: model } = await listCar(baseURL!, seller.token)
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    await useToken(page.context(), buyer.token)
    const listening = waitUntilListening(page)
    await page.goto(`/cars/Audi?${buildModelQuery(model)}`)
    await expect(cardOf(page, model)).toContainText('24,900', firstLoadTimeout)
    await listening
    await page.evaluate(() => document.body.setAttribute('data-was-here', ''))

    const sellers = await secondContext()
    await useToken(sellers, seller.token)
    const edit = await sellers.newPage()
    await edit.goto(`/dashboard/mycars/${id}/edit`)
    await edit.getByLabel('Resell price').fill('23,450')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(edit.getByText('Changes saved')).toBeVisible()

    await expect(cardOf(page, model)).toContainText('23,450')
    await expect(page.locator('body[data-was-here]')).toHaveCount(1)
  },
)

test('tabs of one user share a stream, and another tab opens it when its tab closes', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id: id, modelName: model } = await listCar(baseURL!, seller.token)
  const context = page.context()
  const streams = watchStreams(context)
  await useToken(context, (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
  const listening = waitUntilListening(page)
  await page.goto(`/cars/Audi?${buildModelQuery(model)}`)
  await listening
  const second = await context.newPage()
  await second.goto(`/cars/Audi?${buildModelQuery(model)}`)
  await expect(cardOf(second, model)).toContainText('24,900', firstLoadTimeout)
  // The second tab loads the streaming code after the page itself. Its own request may therefore return the
  // first change.
  await changePrice(baseURL!, seller.token, id, '23,100')
  for (const tab of [page, second]) await expect(cardOf(tab, model)).toContainText('23,100')
  await changePrice(baseURL!, seller.token, id, '23,200')
  for (const tab of [page, second]) await expect(cardOf(tab, model)).toContainText('23,200')
  expect(streams.opened).toHaveLength(1)

  const takenOver = waitUntilListening(second)
  await page.close()
  await takenOver
  await changePrice(baseURL!, seller.token, id, '23,300')
  await expect(cardOf(second, model)).toContainText('23,300')
  expect(streams.opened).toHaveLength(2)
})

test('signing out closes the stream permanently', { tag: '@full' }, async ({ page, baseURL }) => {
  const streams = watchStreams(page.context())
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  await page.goto('/login')
  await page.evaluate((token) => localStorage.setItem('kerblight.token', token), buyer.token)
  const listening = waitUntilListening(page)
  await page.goto('/reviews')
  await listening
  await logOut(page)
  await expect.poll(() => streams.ended).toBe(streams.opened.length)
  await page.goto('/blogs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(streams.opened).toHaveLength(1)
})

const marketPath = apiPath('streamMarket')
const listensToMarket = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === marketPath)

/**
 * Opens a car's page and a list with the car in two tabs, without an account. The tabs share one event
 * stream.
 */
async function openTabsAsStranger(context: BrowserContext, id: string, model: string) {
  const [car, list] = [await context.newPage(), await context.newPage()]
  const listening = listensToMarket(car)
  await car.goto(pagePath('car', { id }))
  await listening
  const counting = list.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-session')),
  )
  await list.goto(`${pages.search.path}?${buildModelQuery(model)}`)
  await counting
  return { car, list }
}

test('a car sold on the lot disappears from a stranger’s pages through one stream', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id: id, modelName: model } = await listCar(baseURL!, seller.token)
  const streams = watchStreams(page.context(), marketPath)
  const { car, list } = await openTabsAsStranger(page.context(), id, model)
  await expect(cardOf(list, model)).toBeVisible()
  await apiCall(baseURL!, 'PUT', `/cars/${id}/state`, seller.token, { state: 'sold-elsewhere' })
  await Promise.all([
    expect(cardOf(list, model)).toHaveCount(0),
    expect(car.getByText('Sold', { exact: true }).first()).toBeVisible(),
  ])
  expect(streams.opened).toHaveLength(1)
})

test(
  'a hidden page has no connection, and catches up once it is visible again',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const { _id: id } = await listCar(baseURL!, seller.token)
    const streams = watchStreams(page.context(), marketPath)
    const listening = listensToMarket(page)
    await page.goto(pagePath('car', { id }))
    await listening
    await show(page, false)
    await expect.poll(() => streams.ended).toBe(1)
    await apiCall(baseURL!, 'PUT', `/cars/${id}/state`, seller.token, { state: 'sold-elsewhere' })
    await show(page, true)
    await expect(page.getByText('Sold', { exact: true }).first()).toBeVisible()
    expect(streams.opened).toHaveLength(2)
  },
)

test('a visitor who signs in switches to their own stream', { tag: '@full' }, async ({ page, baseURL }) => {
  const market = watchStreams(page.context(), marketPath)
  const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
  const listening = listensToMarket(page)
  await page.goto('/login')
  await listening
  const connected = waitUntilListening(page)
  await signIn(page, buyer.email)
  await connected
  await expect.poll(() => market.ended).toBe(market.opened.length)
})

/** Simulates that a tab is visible, or hidden behind another tab. */
function show(page: Page, isShown: boolean) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, !isShown)
}

test('the page catches up with missed changes after the server was unreachable', async ({
  page,
  baseURL,
}) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id: id, modelName: model } = await listCar(baseURL!, seller.token)
  const proxy = await startCuttableProxy(baseURL!)
  await useToken(page.context(), (await newAccount(baseURL!, 'buyer', 'Bea Buyer')).token)
  const listening = waitUntilListening(page)
  await page.goto(`${proxy.url}/cars/Audi?${buildModelQuery(model)}`)
  await expect(cardOf(page, model)).toContainText('24,900', firstLoadTimeout)
  await listening
  // The page loads this code last.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/AccountMenu')),
  )

  await proxy.cut()
  await changePrice(baseURL!, seller.token, id, '22,222')
  const reconnected = waitUntilListening(page)
  await proxy.restore()
  await reconnected
  await expect(cardOf(page, model)).toContainText('22,222')
  await changePrice(baseURL!, seller.token, id, '22,111')
  await expect(cardOf(page, model)).toContainText('22,111')
  await page.close()
  await proxy.cut()
})

test('a list does not change during a press, and shows new rows after its release', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { modelName: model } = await listCar(baseURL!, token)
  await useToken(page.context(), token)
  const listening = waitUntilListening(page)
  await page.goto('/dashboard/mycars')
  const actions = findTableRow(page, model).getByRole('button', { name: /^Actions for/ })
  await expect(actions).toBeVisible(firstLoadTimeout)
  await listening

  const list = /\/api\/allCars\?mine/
  const letThrough = await delayCalls(page, list, 'GET')
  const listRequest = page.waitForRequest(list)
  const { modelName: newModel } = await listCar(baseURL!, token)
  await listRequest
  await actions.hover()
  await page.mouse.down()
  const response = page.waitForResponse(list)
  letThrough()
  await (await response).finished()
  // If the mouse button were not pressed, the page would show the row within this time.
  await page.waitForTimeout(500)
  await expect(findTableRow(page, newModel)).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(findTableRow(page, newModel)).toBeAttached()
})

test('unsaved input stays when the account changes elsewhere', async ({ page, baseURL }) => {
  const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
  await useToken(page.context(), seller.token)
  const listening = waitUntilListening(page)
  await page.goto('/dashboard/account')
  await page.getByLabel('Full name').fill('Samuel Sel', firstLoadTimeout)
  await listening
  const verified = page.getByRole('region', { name: 'Account type' }).getByText('Verified')
  await expect(verified).toHaveCount(0)

  const admin = await newAdmin(baseURL!)
  const me = await apiCall<{ _id: string }>(baseURL!, 'GET', '/users/me', seller.token)
  await apiCall(baseURL!, 'PUT', `/users/seller/${me._id}`, admin.token)

  await expect(verified).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Samuel Sel')
})

/** Starts a proxy for the server. Cutting it off simulates a server restart. */
async function startCuttableProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server
  let proxyPort = 0

  function open(): Promise<void> {
    server = createServer((from) => {
      const to = connect(Number(port), hostname)
      for (const [socket, peer] of [
        [from, to],
        [to, from],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => peer.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          peer.destroy()
        })
        socket.pipe(peer)
      }
    })
    return new Promise((resolve) => {
      server.listen(proxyPort, 'localhost', () => {
        proxyPort = (server.address() as AddressInfo).port
        resolve()
      })
    })
  }

  await open()
  return {
    url: `http://localhost:${proxyPort}`,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
    restore: open,
  }
}
