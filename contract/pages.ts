import { fillPath } from './api/paths.ts'

export type PageAccess = 'anyone' | 'user' | 'admin' | 'seller-or-admin'

interface AnyPage {
  path: string
  title: string
  access: PageAccess
}

/** A page that search engines may index and that the sitemap includes by default. */
interface IndexablePage extends AnyPage {
  indexable: true
  /**
   * False if the page has no content worth finding. The sitemap omits it, but search engines may still find
   * it through links.
   */
  inSitemap?: false
}

interface PrivatePage extends AnyPage {
  indexable: false
}

export type Page = IndexablePage | PrivatePage

/**
 * Every page of the site, with its path in React Router's notation. The router, the guards, the
 * server-rendered head, the sitemap, and the guard test use this table.
 */
export const pages = {
  home: {
    path: '/',
    title: 'Used cars, as they are',
    access: 'anyone',
    indexable: true,
  },
  login: {
    path: '/login',
    title: 'Sign in',
    access: 'anyone',
    indexable: true,
    inSitemap: false,
  },
  register: { path: '/register', title: 'Create an account', access: 'anyone', indexable: false },
  forgotPassword: { path: '/forgot-password', title: 'Forgot password', access: 'anyone', indexable: false },
  /**
   * The target of links in the identity service's emails. Users verify an email address, choose a new
   * password, or restore an email address there.
   */
  mailLink: { path: '/mail-link', title: 'Email link', access: 'anyone', indexable: false },
  blogs: {
    path: '/blogs',
    title: 'Blogs',
    access: 'anyone',
    indexable: true,
  },
  reviews: {
    path: '/reviews',
    title: 'Reviews',
    access: 'anyone',
    indexable: true,
  },
  search: {
    path: '/search',
    title: 'Search cars',
    access: 'anyone',
    indexable: true,
  },
  makes: {
    path: '/makes',
    title: 'All makes',
    access: 'anyone',
    indexable: true,
  },
  shortlist: { path: '/shortlist', title: 'The Kerb', access: 'anyone', indexable: false },
  compare: { path: '/compare', title: 'Compare cars', access: 'anyone', indexable: false },
  car: {
    path: '/car/:id',
    title: 'Car',
    access: 'anyone',
    indexable: true,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    access: 'anyone',
    indexable: true,
  },
  terms: {
    path: '/terms',
    title: 'Terms',
    access: 'anyone',
    indexable: true,
  },
  confirmSubscription: {
    path: '/newsletter/:token/confirm',
    title: 'Confirm subscription',
    access: 'anyone',
    indexable: false,
  },
  unsubscribe: { path: '/newsletter/:token', title: 'Unsubscribe', access: 'anyone', indexable: false },
  stopAlerts: { path: '/alerts/:token', title: 'Stop alerts', access: 'anyone', indexable: false },
  category: { path: '/cars/:category_name', title: 'Cars', access: 'user', indexable: false },
  myReviews: { path: '/my-reviews', title: 'My reviews', access: 'user', indexable: false },
  addReview: { path: '/reviews/add', title: 'Add review', access: 'user', indexable: false },
  editReview: { path: '/reviews/:id/edit', title: 'Edit review', access: 'user', indexable: false },
  purchases: { path: '/dashboard', title: 'My PurchaseList', access: 'user', indexable: false },
  savedSearches: { path: '/dashboard/searches', title: 'Saved searches', access: 'user', indexable: false },
  overview: { path: '/dashboard/overview', title: 'Dashboard', access: 'user', indexable: false },
  myReports: { path: '/dashboard/myreports', title: 'My Reported Items', access: 'user', indexable: false },
  allUsers: { path: '/dashboard/allusers', title: 'All users', access: 'admin', indexable: false },
  allSellers: { path: '/dashboard/allsellers', title: 'All sellers', access: 'user', indexable: false },
  allBuyers: { path: '/dashboard/allbuyers', title: 'All buyers', access: 'user', indexable: false },
  addCar: { path: '/dashboard/addcars', title: 'Add new car', access: 'seller-or-admin', indexable: false },
  manageCars: {
    path: '/dashboard/managecars',
    title: 'Manage cars',
    access: 'seller-or-admin',
    indexable: false,
  },
  myCars: { path: '/dashboard/mycars', title: 'My cars', access: 'seller-or-admin', indexable: false },
  addPhotos: { path: '/dashboard/photos', title: 'Add photos', access: 'seller-or-admin', indexable: false },
  editCar: {
    path: '/dashboard/mycars/:id/edit',
    title: 'Edit car',
    access: 'seller-or-admin',
    indexable: false,
  },
  imports: { path: '/dashboard/imports', title: 'Import cars', access: 'seller-or-admin', indexable: false },
  carImport: {
    path: '/dashboard/imports/:id',
    title: 'Import',
    access: 'seller-or-admin',
    indexable: false,
  },
  sales: { path: '/dashboard/sales', title: 'My sales', access: 'seller-or-admin', indexable: false },
  reports: { path: '/dashboard/reports', title: 'Reports', access: 'seller-or-admin', indexable: false },
  payment: { path: '/dashboard/payment/:id', title: 'Payment', access: 'user', indexable: false },
  reserve: { path: '/dashboard/reserve/:id', title: 'Reserve', access: 'user', indexable: false },
  deal: { path: '/dashboard/deals/:id', title: 'Deal', access: 'user', indexable: false },
  deals: { path: '/dashboard/deals', title: 'Deals', access: 'admin', indexable: false },
  payouts: { path: '/dashboard/payouts', title: 'Payouts', access: 'seller-or-admin', indexable: false },
  fees: { path: '/dashboard/fees', title: 'Fees', access: 'admin', indexable: false },
  disputes: { path: '/dashboard/disputes', title: 'Disputes', access: 'admin', indexable: false },
  receipt: { path: '/dashboard/purchases/:id', title: 'Receipt', access: 'user', indexable: false },
  messages: { path: '/dashboard/messages', title: 'Notifications', access: 'user', indexable: false },
  account: { path: '/dashboard/account', title: 'Account', access: 'user', indexable: false },
  payments: { path: '/dashboard/payments', title: 'Payments', access: 'admin', indexable: false },
  holds: { path: '/dashboard/holds', title: 'Holds', access: 'admin', indexable: false },
  newsletter: { path: '/dashboard/newsletter', title: 'Newsletter', access: 'admin', indexable: false },
  writeNewsletter: {
    path: '/dashboard/newsletter/new',
    title: 'Write a newsletter',
    access: 'admin',
    indexable: false,
  },
  editNewsletter: {
    path: '/dashboard/newsletter/:id',
    title: 'Edit newsletter',
    access: 'admin',
    indexable: false,
  },
  changes: { path: '/dashboard/changes', title: 'Changes', access: 'seller-or-admin', indexable: false },
  feeds: { path: '/dashboard/feeds', title: 'Feeds', access: 'seller-or-admin', indexable: false },
  feed: { path: '/dashboard/feeds/:id', title: 'Feed', access: 'seller-or-admin', indexable: false },
  changeSet: {
    path: '/dashboard/changes/:id',
    title: 'Change',
    access: 'seller-or-admin',
    indexable: false,
  },
  manageMakes: { path: '/dashboard/makes', title: 'Makes', access: 'admin', indexable: false },
  audit: { path: '/dashboard/audit', title: 'Audit log', access: 'admin', indexable: false },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

export type DashboardPageName = {
  [Name in PageName]: (typeof pages)[Name]['path'] extends `/dashboard${string}` ? Name : never
}[PageName]

type ParamsOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never
type PageParams<Name extends PageName> = Record<ParamsOf<(typeof pages)[Name]['path']>, string>

/** Alternative paths from the product specification, which redirect to the category page. */
export const oldCategoryPaths = ['/category', '/category/:category_name'] as const

/**
 * Returns a page's path with its parameters percent-encoded. For example, `pagePath('car', { id })` returns
 * `/car/1`.
 */
export function pagePath<Name extends PageName>(name: Name, params: PageParams<Name>): string {
  return fillPath(pages[name].path, params)
}

export type IndexablePageName = {
  [Name in PageName]: (typeof pages)[Name]['indexable'] extends true ? Name : never
}[PageName]

export const siteName = 'Kerblight'

export const notFoundTitle = 'Not found'

/** The title for a car that never existed or may no longer be shown. */
export const carMissingTitle = 'This car is no longer listed'

export function formatPageTitle(title: string): string {
  return `${title} · ${siteName}`
}

export function getCategoryTitle(category: string): string {
  return `${category} cars`
}
