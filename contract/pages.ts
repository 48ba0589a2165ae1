export type PageAccess = 'anyone' | 'user' | 'admin' | 'seller-or-admin'

interface AnyPage {
  path: string
  title: string
  access: PageAccess
}

/** Search engines may list it, and the sitemap names it. */
interface IndexablePage extends AnyPage {
  indexable: true
  /** What a search result says of it: one or two sentences, at most 160 characters. */
  description: string
  /** False where there is nothing to read: search engines may find it by its links. */
  inSitemap?: false
}

interface PrivatePage extends AnyPage {
  indexable: false
}

export type Page = IndexablePage | PrivatePage

/**
 * Every page: the router, the guards, the server-filled head, the sitemap and the guard test read this table.
 * Paths in react-router's notation.
 */
export const pages = {
  home: {
    path: '/',
    title: 'Used cars, as they are',
    description:
      'Used cars, as they are: see the car, know the price, pay by card. Teslas, Audis and BMWs from private sellers and dealers.',
    access: 'anyone',
    indexable: true,
  },
  login: {
    path: '/login',
    title: 'Sign in',
    description: 'Sign in to Kerblight to buy and sell used cars, pay by card and write reviews.',
    access: 'anyone',
    indexable: true,
    inSitemap: false,
  },
  register: { path: '/register', title: 'Create an account', access: 'anyone', indexable: false },
  forgotPassword: { path: '/forgot-password', title: 'Forgot password', access: 'anyone', indexable: false },
  /** What the identity service's mails open: verify the address, choose a new password, take an address back. */
  mailLink: { path: '/mail-link', title: 'Link from a mail', access: 'anyone', indexable: false },
  blogs: {
    path: '/blogs',
    title: 'Blogs',
    description:
      'Four questions we are asked about how the web is built, answered: React state, prototypes, unit tests and frameworks.',
    access: 'anyone',
    indexable: true,
  },
  reviews: {
    path: '/reviews',
    title: 'Reviews',
    description: 'What buyers and sellers say of Kerblight, from half a star to five.',
    access: 'anyone',
    indexable: true,
  },
  search: {
    path: '/search',
    title: 'Search cars',
    description:
      'Every used car on Kerblight, with its price, mileage, year and place. Narrow the list until it is yours.',
    access: 'anyone',
    indexable: true,
  },
  car: {
    path: '/car/:id',
    title: 'Car',
    description: 'A used car on Kerblight, as it is: pictures, price, mileage and who sells it.',
    access: 'anyone',
    indexable: true,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: 'What Kerblight keeps about you, why, who sees it, and how you get it back or gone.',
    access: 'anyone',
    indexable: true,
  },
  terms: {
    path: '/terms',
    title: 'Terms',
    description: 'The rules for buying and selling a car on Kerblight, in plain words.',
    access: 'anyone',
    indexable: true,
  },
  unsubscribe: { path: '/newsletter/:token', title: 'Unsubscribe', access: 'anyone', indexable: false },
  category: { path: '/cars/:category_name', title: 'Cars', access: 'user', indexable: false },
  myReviews: { path: '/my-reviews', title: 'My reviews', access: 'user', indexable: false },
  addReview: { path: '/reviews/add', title: 'Add review', access: 'user', indexable: false },
  editReview: { path: '/reviews/:id/edit', title: 'Edit review', access: 'user', indexable: false },
  purchases: { path: '/dashboard', title: 'My purchase list', access: 'user', indexable: false },
  overview: { path: '/dashboard/overview', title: 'Dashboard', access: 'user', indexable: false },
  myReports: { path: '/dashboard/myreports', title: 'My reported items', access: 'user', indexable: false },
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
  editCar: {
    path: '/dashboard/mycars/:id/edit',
    title: 'Edit car',
    access: 'seller-or-admin',
    indexable: false,
  },
  sales: { path: '/dashboard/sales', title: 'My sales', access: 'seller-or-admin', indexable: false },
  reports: { path: '/dashboard/reports', title: 'Reports', access: 'seller-or-admin', indexable: false },
  payment: { path: '/dashboard/payment/:id', title: 'Payment', access: 'user', indexable: false },
  receipt: { path: '/dashboard/purchases/:id', title: 'Receipt', access: 'user', indexable: false },
  messages: { path: '/dashboard/messages', title: 'Messages', access: 'user', indexable: false },
  account: { path: '/dashboard/account', title: 'Account', access: 'user', indexable: false },
  payments: { path: '/dashboard/payments', title: 'Payments', access: 'admin', indexable: false },
  audit: { path: '/dashboard/audit', title: 'Audit log', access: 'admin', indexable: false },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

export const siteName = 'Kerblight'

/** Of an address that is no page's. */
export const notFoundTitle = 'Not found'

/** The document's title: the page's own, then the site's. */
export function documentTitle(title: string): string {
  return `${title} · ${siteName}`
}

export function carTitle({ category_name, modelName }: { category_name: string; modelName: string }): string {
  return `${category_name} ${modelName}`
}

export function categoryTitle(category: string): string {
  return `${category} cars`
}
