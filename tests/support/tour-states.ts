import type { Locator, Page } from '@playwright/test'
import { fillCard } from '../e2e/steps.ts'
import type { Stop } from './tour.ts'

/** Page states beyond the initial view: menus, dialogs, toasts, errors, empty pages, and loading pages. */
export const stateTour: readonly Stop[] = [
  {
    name: 'state-account-menu',
    as: 'seller',
    path: '/blogs',
    open: (page) => click(page.getByRole('button', { name: /^Account of/ }), page.getByRole('menu')),
  },
  {
    name: 'state-toast',
    as: 'admin',
    path: '/blogs',
    async open(page) {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await click(page.getByRole('menuitem', { name: 'Admin' }), page.getByText(/under construction/))
    },
  },
  {
    name: 'state-small-menu',
    as: 'stranger',
    path: '/blogs',
    async open(page) {
      const button = page.getByRole('button', { name: 'Open menu' })
      if (await button.isVisible()) await click(button, page.locator('#small-menu'))
    },
  },
  {
    name: 'state-sandbox-help',
    as: 'stranger',
    path: '/blogs',
    open: (page) =>
      click(page.getByRole('button', { name: /^Sandbox/ }), page.getByText('4242 4242 4242 4242')),
  },
  {
    name: 'state-login-errors',
    as: 'stranger',
    path: '/login',
    open: (page) =>
      click(page.getByRole('button', { name: 'Sign in', exact: true }), page.getByText('email is required')),
  },
  {
    name: 'state-register-errors',
    as: 'stranger',
    path: '/register',
    open: (page) =>
      click(page.getByRole('button', { name: 'Create account' }), page.getByText('Name is required')),
  },
  {
    name: 'state-buy-dialog',
    as: 'buyer',
    path: '/cars/Audi',
    open: (page) => click(page.getByRole('button', { name: /^Buy / }).first(), page.getByRole('dialog')),
  },
  {
    name: 'state-buy-errors',
    as: 'buyer',
    path: '/cars/BMW',
    async open(page) {
      await page.getByRole('button', { name: /^Buy / }).first().click()
      // The form has filled in this buyer's number from another car.
      await page.getByLabel('Phone number').fill('')
      await click(
        page.getByRole('button', { name: 'Add to purchase list' }),
        page.getByText('Number is required'),
      )
    },
  },
  {
    name: 'state-report-dialog',
    as: 'buyer',
    path: ({ carId }) => `/car/${carId}`,
    open: (page) => click(page.getByRole('button', { name: /^Report / }), page.getByRole('dialog')),
  },
  {
    name: 'state-gallery',
    as: 'stranger',
    path: ({ carId }) => `/car/${carId}`,
    open: (page) => click(page.getByRole('button', { name: 'Full screen' }), page.getByRole('dialog')),
  },
  {
    name: 'state-car-missing',
    as: 'stranger',
    path: '/car/AAAAAAAAAAAAAAAAAAAAAA',
  },
  { name: 'state-search-empty', as: 'stranger', path: '/search?q=zeppelin' },
  {
    name: 'state-review-question',
    as: 'buyer',
    path: '/my-reviews',
    open: (page) =>
      click(
        page.getByRole('button', { name: 'Delete review' }).first(),
        page.getByText('are you sure to delete?'),
      ),
  },
  {
    name: 'state-card-declined',
    as: 'buyer',
    path: ({ unpaidId }) => `/dashboard/payment/${unpaidId}`,
    async open(page) {
      await fillCard(page, '4000 0000 0000 0002')
      await click(page.getByRole('button', { name: /^Pay \$/ }), page.getByText('Your card was declined.'))
    },
  },
  {
    name: 'state-row-menu',
    as: 'admin',
    path: '/dashboard/managecars',
    open: (page) => click(page.getByRole('button', { name: /^Actions for/ }).first(), page.getByRole('menu')),
  },
  {
    name: 'state-selection',
    as: 'seller',
    path: '/dashboard/mycars',
    open: (page) =>
      page
        .getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
        .first()
        .check(),
  },
  {
    name: 'state-status-menu',
    as: 'seller',
    path: '/dashboard/mycars',
    async open(page) {
      await selectCars(page)
      await click(page.getByRole('button', { name: 'Change status' }), page.getByRole('menu'))
    },
  },
  {
    name: 'state-move-cars',
    as: 'seller',
    path: '/dashboard/mycars',
    async open(page) {
      await selectCars(page)
      await page.getByRole('button', { name: 'Change status' }).click()
      await click(page.getByRole('menuitem', { name: /^Sold elsewhere/ }), page.getByRole('dialog'))
    },
  },
  {
    name: 'state-change-prices',
    as: 'seller',
    path: '/dashboard/mycars',
    async open(page) {
      await selectCars(page)
      await click(page.getByRole('button', { name: 'Change price' }), page.getByRole('dialog'))
    },
  },
  {
    name: 'state-revert-question',
    as: 'seller',
    path: ({ changeId }) => `/dashboard/changes/${changeId}`,
    open: (page) => click(page.getByRole('button', { name: /^Revert/ }), page.getByRole('alertdialog')),
  },
  { name: 'state-seller-changes', as: 'seller', path: '/dashboard/changes' },
  { name: 'state-car-stranger', as: 'stranger', path: ({ carId }) => `/car/${carId}` },
  { name: 'state-car-seller', as: 'seller', path: ({ carId }) => `/car/${carId}` },
  { name: 'state-car-admin', as: 'admin', path: ({ carId }) => `/car/${carId}` },
  {
    name: 'state-sold-elsewhere',
    as: 'seller',
    path: '/dashboard/mycars?state=instock',
    async open(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await click(page.getByRole('menuitem', { name: 'Sold elsewhere…' }), page.getByRole('dialog'))
    },
  },
  { name: 'state-sold-elsewhere-cars', as: 'seller', path: '/dashboard/mycars?state=sold-elsewhere' },
  { name: 'state-in-review', as: 'admin', path: '/dashboard/managecars?state=in-review' },
  {
    name: 'state-draft',
    as: 'seller',
    path: '/dashboard/mycars?state=draft',
    async open(page) {
      await page.getByRole('link', { name: /X5 xDrive40i/ }).click()
      await page.getByRole('button', { name: 'Publish' }).waitFor()
    },
  },
  {
    name: 'state-vin',
    as: 'seller',
    path: '/dashboard/addcars',
    async open(page) {
      await page.getByLabel('VIN (optional)', { exact: true }).fill('1FADP5BU5DL500000')
      await page.getByLabel('VIN (optional)', { exact: true }).press('Enter')
      await page.getByText('C-Max').first().waitFor()
    },
  },
  {
    name: 'state-vin-fault',
    as: 'seller',
    path: '/dashboard/addcars',
    async open(page) {
      await page.getByLabel('VIN (optional)', { exact: true }).fill('1FADP5BU3DLO00000')
      await page.getByLabel('VIN (optional)', { exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Use 1FADP5BU3DL000000' }).waitFor()
    },
  },
  {
    name: 'state-merge-makes',
    as: 'admin',
    path: '/dashboard/makes',
    async open(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await click(page.getByRole('menuitem', { name: /^Merge/ }), page.getByRole('dialog'))
    },
  },
  {
    name: 'state-delete-user',
    as: 'admin',
    path: '/dashboard/allbuyers',
    open: (page) =>
      click(page.getByRole('button', { name: /^Delete / }).first(), page.getByRole('alertdialog')),
  },
  {
    name: 'state-refund-dialog',
    as: 'admin',
    path: '/dashboard/payments',
    open: (page) => click(page.getByRole('button', { name: /^Refund/ }).first(), page.getByRole('dialog')),
  },
  {
    name: 'state-find-seller',
    as: 'admin',
    path: '/dashboard/fees',
    open: (page) => click(page.getByRole('button', { name: 'Add seller' }), page.getByRole('dialog')),
  },
  {
    name: 'state-payout-link-expired',
    as: 'seller',
    path: '/dashboard/payouts?onboarding=expired',
  },
  {
    name: 'state-add-car-errors',
    as: 'seller',
    path: '/dashboard/addcars',
    open: (page) =>
      click(
        page.getByRole('button', { name: 'Add car', exact: true }),
        page.locator('[aria-invalid=true]').first(),
      ),
  },
  {
    name: 'state-delete-account',
    as: 'newcomer',
    path: '/dashboard/account',
    open: (page) => click(page.getByRole('button', { name: 'Delete my account' }), page.getByRole('dialog')),
  },
  { name: 'state-account-unverified', as: 'newcomer', path: '/dashboard/account' },
  {
    name: 'state-password-errors',
    as: 'newcomer',
    path: '/dashboard/account',
    open: (page) =>
      click(page.getByRole('button', { name: 'Change password' }), page.getByText('password is required')),
  },
  {
    name: 'state-forgot-sent',
    as: 'stranger',
    path: '/forgot-password',
    async open(page) {
      await page.getByLabel('Email').fill('nobody.at.all@kerblight.test')
      await click(page.getByRole('button', { name: 'Send reset link' }), page.getByText('Check your email'))
    },
  },
  {
    name: 'state-reset-password',
    as: 'stranger',
    path: '/mail-link?oobCode=any',
    prepare: (page) => acceptMailLink(page, 'PASSWORD_RESET'),
    open: (page) =>
      click(page.getByRole('button', { name: 'Save password' }), page.getByText('Please check the Password')),
  },
  {
    name: 'state-verify-link',
    as: 'stranger',
    path: '/mail-link?oobCode=any',
    prepare: (page) => acceptMailLink(page, 'VERIFY_EMAIL'),
    open: (page) => page.getByRole('button', { name: 'Confirm this address' }).waitFor(),
  },
  { name: 'state-error-page', as: 'stranger', path: '/no/such/page' },
  { name: 'state-wrong-role', as: 'buyer', path: '/dashboard/allusers' },
  { name: 'state-refused-list', as: 'buyer', path: '/dashboard/allsellers' },
  { name: 'state-empty-purchases', as: 'newcomer', path: '/dashboard' },
  { name: 'state-admin-overview', as: 'admin', path: '/dashboard/overview' },
  { name: 'state-buyer-overview', as: 'buyer', path: '/dashboard/overview' },
  {
    name: 'state-sales-table',
    as: 'seller',
    path: '/dashboard/overview',
    open: (page) =>
      click(
        page.getByRole('button', { name: 'Show as table' }),
        page.getByRole('button', { name: 'Show as chart' }),
      ),
  },
  { name: 'state-empty-overview', as: 'newcomer', path: '/dashboard/overview' },
  { name: 'state-empty-reviews', as: 'newcomer', path: '/my-reviews' },
  { name: 'state-empty-reports', as: 'newcomer', path: '/dashboard/myreports' },
  { name: 'state-empty-messages', as: 'newcomer', path: '/dashboard/messages' },
  {
    name: 'state-list-failed',
    as: 'buyer',
    path: '/dashboard',
    async prepare(page) {
      await page.route('**/api/myPurchaseList?*', (route) => route.abort())
    },
  },
  {
    name: 'state-loading',
    as: 'buyer',
    path: '/cars/Audi',
    isLoading: true,
    async prepare(page) {
      // The call gets no response, and closing the page ends it.
      await page.route('**/api/cars?*', () => undefined)
    },
  },
  {
    name: 'state-offline',
    as: 'buyer',
    path: '/dashboard',
    async open(page) {
      await page.context().setOffline(true)
      await page.getByText('You’re offline').waitFor()
    },
  },
]

/** Makes the identity service accept the code in the link as one of its own. */
async function acceptMailLink(page: Page, requestType: string): Promise<void> {
  await page.route('**/accounts:resetPassword?*', (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { email: 'somebody.with.a.rather.long.name@dealership.kerblight.test', requestType },
        }),
  )
}

async function click(target: Locator, shows: Locator): Promise<void> {
  await target.click()
  await shows.waitFor()
}

/** Selects the list's first selectable cars. */
async function selectCars(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
}
