import { pages } from '../../contract/pages.ts'
import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { findSmallTargets } from '../support/targets.ts'
import { iterateLooks, pageTour, visit, type Visitor, type TourData } from '../support/tour.ts'
import { addImport, listCar, newAdmin, payFor, putOnList } from './market.ts'

/**
 * Visitors whose pages are checked. `npm run a11y` also covers both widths, menus, dialogs, errors, and empty
 * pages.
 */
const visitors: Visitor[] = ['stranger', 'buyer', 'seller', 'admin']

// A trace would store a copy of axe for each page.
test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

for (const visitor of visitors) {
  test(`pages for ${visitor}: titles match, controls are accessible, and nothing scrolls sideways`, async ({
    page,
    baseURL,
  }) => {
    test.slow()
    const tourData = await createTourData(baseURL!)
    if (visitor !== 'stranger') await useToken(page.context(), tourData.tokens[visitor])
    for (const stop of pageTour.filter(({ as }) => as === visitor)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await visit(page, stop, tourData, navigateInApp)
      const { path, title } = pages[stop.name]
      // The title of a page about one car or one make contains its name.
      if (!path.includes(':')) await expect.soft(page, stop.name).toHaveTitle(new RegExp(title))
      for await (const { theme } of iterateLooks(page, stop, [1440]))
        expect
          .soft(await findBarriers(page, { isRecolored: theme === 'dark' }), `${stop.name}, ${theme}`)
          .toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      // The layout adapts to the new size a moment later.
      const message = `${stop.name}: pixels wider than 320`
      await expect
        .configure({ soft: true })
        .poll(() => measureSidewaysScroll(page), { message })
        .toBe(0)
      expect.soft(await findSmallTargets(page), `${stop.name}: what a finger may miss`).toEqual([])
    }
  })
}

/**
 * Creates this test's own users with some data of every kind, so that it does not check other tests' data.
 */
async function createTourData(baseURL: string): Promise<TourData> {
  const admin = await newAdmin(baseURL)
  const seller = await newAccount(baseURL, 'seller', 'Sam Seller')
  const buyer = await newAccount(baseURL, 'buyer', 'Bea Buyer')
  const newcomer = await newAccount(baseURL, 'buyer', 'Nora Newcomer', { emailVerified: false })
  const [wantedCar, soldCar, openCar] = [
    await listCar(baseURL, seller.token),
    await listCar(baseURL, seller.token),
    await listCar(baseURL, seller.token),
  ]
  const unpaid = await putOnList(baseURL, buyer.token, wantedCar._id)
  const paid = await putOnList(baseURL, buyer.token, soldCar._id)
  await payFor(baseURL, buyer.token, paid)
  const post = (path: string, body: object) =>
    apiCall<{ insertedId: string }>(baseURL, 'POST', path, buyer.token, body)
  await post('/report', { reportedItemInfo: { _id: openCar._id }, reason: 'wrong price' })
  const review = await post('/review/add', { rating: 4.5, reviewText: 'As described.' })
  const issue = await apiCall<{ insertedId: string }>(baseURL, 'POST', '/newsletter-issues', admin.token, {
    subject: 'October at Kerblight',
    text: '# New on the lot\n\n**Three Teslas** and an Audi.',
  })
  await apiCall(baseURL, 'PATCH', '/cars', seller.token, {
    ids: [openCar._id, wantedCar._id],
    change: { location: 'Boise' },
  })
  const [set] = await apiCall<{ _id: string }[]>(baseURL, 'GET', '/change-sets', seller.token)
  const { _id: feedId } = await apiCall<{ _id: string }>(baseURL, 'POST', '/feeds', seller.token, {
    kind: 'google',
  })
  return {
    tokens: { buyer: buyer.token, seller: seller.token, admin: admin.token, newcomer: newcomer.token },
    carId: openCar._id,
    reviewId: review.insertedId,
    unpaidId: unpaid._id,
    paidId: paid._id,
    changeId: set!._id,
    feedId,
    importId: await addImport(baseURL, seller.token, 'stock,make,model,fuel\nI1,Audi,A4,Coal'),
    issueId: issue.insertedId,
  }
}
