import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { PageName } from '../../contract/pages.ts'
import { addImport } from '../e2e/market.ts'
import { apiCall, fetchDemoToken, newAccount, useToken } from './e2e.ts'

const BUYER = 'buyer@kerblight.test'
const SELLER = 'dealer@kerblight.test'

/**
 * The visitors of the tour: the demo accounts, a visitor who is not signed in, and a buyer without any data.
 */
export type Visitor = 'stranger' | 'buyer' | 'seller' | 'admin' | 'newcomer'

export interface TourData {
  tokens: Record<Exclude<Visitor, 'stranger'>, string>
  /**
   * The ID of a car that the seller has for sale. The review and the unpaid and paid purchases belong to the
   * buyer.
   */
  carId: string
  reviewId: string
  unpaidId: string
  paidId: string
  changeId: string
  feedId: string
  /** The seller's import with a parsed spreadsheet. */
  importId: string
  issueId: string
}

export interface Stop {
  name: string
  as: Visitor
  path: string | ((tourData: TourData) => string)
  /** Opens or causes a state that the loaded page does not show, such as an open menu or an error. */
  open?: (page: Page) => Promise<void>
  /** Runs before the page loads, to delay or break responses. */
  prepare?: (page: Page) => Promise<void>
  /** True if the stop shows the loading state. The tour then does not wait for data. */
  isLoading?: boolean
}

const pageStops: Record<PageName, Omit<Stop, 'name'>> = {
  home: { as: 'stranger', path: '/' },
  login: { as: 'stranger', path: '/login' },
  register: { as: 'stranger', path: '/register' },
  forgotPassword: { as: 'stranger', path: '/forgot-password' },
  mailLink: { as: 'stranger', path: '/mail-link' },
  blogs: { as: 'stranger', path: '/blogs' },
  reviews: { as: 'stranger', path: '/reviews' },
  search: { as: 'stranger', path: '/search' },
  makes: { as: 'stranger', path: '/makes' },
  shortlist: { as: 'buyer', path: '/shortlist' },
  compare: { as: 'stranger', path: ({ carId }) => `/compare?cars=${carId}` },
  car: { as: 'buyer', path: ({ carId }) => `/car/${carId}` },
  privacy: { as: 'stranger', path: '/privacy' },
  terms: { as: 'stranger', path: '/terms' },
  confirmSubscription: { as: 'stranger', path: '/newsletter/AAAAAAAAAAAAAAAAAAAAAA/confirm' },
  unsubscribe: { as: 'stranger', path: '/newsletter/AAAAAAAAAAAAAAAAAAAAAA' },
  stopAlerts: { as: 'stranger', path: '/alerts/AAAAAAAAAAAAAAAAAAAAAA' },
  category: { as: 'buyer', path: '/cars/Audi' },
  myReviews: { as: 'buyer', path: '/my-reviews' },
  addReview: { as: 'buyer', path: '/reviews/add' },
  editReview: { as: 'buyer', path: ({ reviewId }) => `/reviews/${reviewId}/edit` },
  purchases: { as: 'buyer', path: '/dashboard' },
  savedSearches: { as: 'buyer', path: '/dashboard/searches' },
  overview: { as: 'seller', path: '/dashboard/overview' },
  myReports: { as: 'buyer', path: '/dashboard/myreports' },
  allUsers: { as: 'admin', path: '/dashboard/allusers' },
  allSellers: { as: 'admin', path: '/dashboard/allsellers' },
  allBuyers: { as: 'admin', path: '/dashboard/allbuyers' },
  addCar: { as: 'seller', path: '/dashboard/addcars' },
  manageCars: { as: 'admin', path: '/dashboard/managecars' },
  myCars: { as: 'seller', path: '/dashboard/mycars' },
  addPhotos: { as: 'seller', path: '/dashboard/photos' },
  editCar: { as: 'seller', path: ({ carId }) => `/dashboard/mycars/${carId}/edit` },
  imports: { as: 'seller', path: '/dashboard/imports' },
  carImport: { as: 'seller', path: ({ importId }) => `/dashboard/imports/${importId}` },
  sales: { as: 'seller', path: '/dashboard/sales' },
  reports: { as: 'admin', path: '/dashboard/reports' },
  payment: { as: 'buyer', path: ({ unpaidId }) => `/dashboard/payment/${unpaidId}` },
  reserve: { as: 'buyer', path: ({ unpaidId }) => `/dashboard/reserve/${unpaidId}` },
  deal: { as: 'buyer', path: ({ paidId }) => `/dashboard/deals/${paidId}` },
  receipt: { as: 'buyer', path: ({ paidId }) => `/dashboard/purchases/${paidId}` },
  messages: { as: 'buyer', path: '/dashboard/messages' },
  account: { as: 'buyer', path: '/dashboard/account' },
  payments: { as: 'admin', path: '/dashboard/payments' },
  payouts: { as: 'seller', path: '/dashboard/payouts' },
  fees: { as: 'admin', path: '/dashboard/fees' },
  deals: { as: 'admin', path: '/dashboard/deals' },
  disputes: { as: 'admin', path: '/dashboard/disputes' },
  holds: { as: 'admin', path: '/dashboard/holds' },
  newsletter: { as: 'admin', path: '/dashboard/newsletter' },
  writeNewsletter: { as: 'admin', path: '/dashboard/newsletter/new' },
  editNewsletter: { as: 'admin', path: ({ issueId }) => `/dashboard/newsletter/${issueId}` },
  changes: { as: 'admin', path: '/dashboard/changes' },
  feeds: { as: 'seller', path: '/dashboard/feeds' },
  feed: { as: 'seller', path: ({ feedId }) => `/dashboard/feeds/${feedId}` },
  changeSet: { as: 'seller', path: ({ changeId }) => `/dashboard/changes/${changeId}` },
  manageMakes: { as: 'admin', path: '/dashboard/makes' },
  audit: { as: 'admin', path: '/dashboard/audit' },
}

export const pageTour: readonly (Stop & { name: PageName })[] = (Object.keys(pageStops) as PageName[]).map(
  (name) => ({ name, ...pageStops[name] }),
)

/** Signs the visitors in and finds the IDs in the demo data. */
export async function loadTourData(baseURL: string): Promise<TourData> {
  const [buyer, seller, admin, { token: newcomer }] = await Promise.all([
    fetchDemoToken(baseURL, BUYER),
    fetchDemoToken(baseURL, SELLER),
    fetchDemoToken(baseURL, 'admin@kerblight.test'),
    newAccount(baseURL, 'buyer', 'Nora Newcomer', { emailVerified: false }),
  ])
  const get = <T>(path: string, token: string) => apiCall<T>(baseURL, 'GET', path, token)
  const [cars, sets, purchases, reviews] = await Promise.all([
    get<{ _id: string; sellerEmail: string; available: string }[]>('/allCars', admin),
    get<{ _id: string; count: number }[]>('/change-sets', seller),
    get<{ _id: string; carID: string; paid: boolean }[]>(`/myPurchaseList?email=${BUYER}`, buyer),
    get<{ _id: string }[]>(`/reviews?email=${BUYER}`, buyer),
  ])
  const { insertedId: issueId } = await apiCall<{ insertedId: string }>(
    baseURL,
    'POST',
    '/newsletter-issues',
    admin,
    { subject: 'October at Kerblight', text: '# New on the lot\n\n**Three Teslas** and an Audi.' },
  )
  const { _id: feedId } = await apiCall<{ _id: string }>(baseURL, 'POST', '/feeds', seller, {
    kind: 'google',
  })
  // The tour visits the payment page, which reserves the car. A reserved car could not be edited, so the tour
  // uses another one.
  const purchasedCarIds = new Set(purchases.map(({ carID }) => carID))
  return {
    tokens: { buyer, seller, admin, newcomer },
    carId: idOf(
      cars,
      ({ _id, sellerEmail, available }) =>
        sellerEmail === SELLER && available === 'instock' && !purchasedCarIds.has(_id),
    ),
    reviewId: idOf(reviews, () => true),
    unpaidId: idOf(purchases, ({ paid }) => !paid),
    paidId: idOf(purchases, ({ paid }) => paid),
    changeId: idOf(sets, ({ count }) => count > 1),
    feedId,
    importId: await addImport(baseURL, seller, 'stock,make,model,fuel\nI1,Audi,A4,Coal'),
    issueId,
  }
}

type Theme = 'light' | 'dark'

const themes: readonly Theme[] = ['light', 'dark']

/** Creates a wide browser context in the light theme, in which `visitor` is signed in and nothing moves. */
export async function createVisitorContext(
  browser: Browser,
  tourData: TourData,
  visitor: Visitor,
  baseURL: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: viewportOf(1440),
  })
  if (visitor !== 'stranger') await useToken(context, tourData.tokens[visitor])
  return context
}

/**
 * Shows an open page at each width in both themes. The product follows changes of the system theme without a
 * reload.
 */
export async function* iterateLooks(page: Page, stop: Stop, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize(viewportOf(width))
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      await settle(page, stop)
      yield { width, theme }
    }
  }
}

function viewportOf(width: number) {
  return { width, height: width < 640 ? 720 : 900 }
}

/** Opens a stop's page, produces its state, and waits until everything has loaded. */
export async function visit(page: Page, stop: Stop, tourData: TourData, go = load): Promise<void> {
  await stop.prepare?.(page)
  await go(page, typeof stop.path === 'string' ? stop.path : stop.path(tourData))
  await settle(page, stop)
  await stop.open?.(page)
  if (stop.open) await settle(page, stop)
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
}

/**
 * Waits for the page's code, data, fonts, and images. The page's own loading indicators show when the data
 * has loaded.
 */
async function settle(page: Page, { isLoading = false }: Pick<Stop, 'isLoading'> = {}): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (isLoading) await page.locator('.skeleton').first().waitFor()
  else
    await page.waitForFunction(
      () =>
        document.querySelector(
          '.prerender, .spinner, .skeleton, .home-rest, [aria-busy=true], [data-starting-style], [data-ending-style]',
        ) === null,
    )
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    // A failed image must not block the tour forever.
    await Promise.all([
      document.fonts.ready,
      ...pictures.map((picture) => picture.decode().catch(() => undefined)),
    ])
    // Colors fade between the themes.
    const fading = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)))
  })
}

function idOf<T extends { _id: string }>(items: T[], isWanted: (item: T) => boolean): string {
  const item = items.find(isWanted)
  if (!item) throw new Error('The demo world lacks what the tour shows.')
  return item._id
}
