import type { ComponentType, ReactElement } from 'react'
import { matchPath, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import { oldCategoryPaths, pagePath, pages, type PageName } from '../../contract/pages.ts'
import { RequireLogin } from '../session/Guard.tsx'
import { platform } from '../platform/current.ts'
import { NotFoundPage } from '../pages/ErrorPage.tsx'
import { lazyPage } from './lazy-page.ts'
import { MainLayout } from './MainLayout.tsx'
import { PageFrame } from './PageFrame.tsx'

const { Page: DashboardLayout } = lazyPage(() =>
  import('./DashboardLayout.tsx').then((module) => module.DashboardLayout),
)

const { Page: ConsoleLayout } = lazyPage(() =>
  import('./console/ConsoleLayout.tsx').then((module) => module.ConsoleLayout),
)

type Load = () => Promise<ComponentType>

const mainPages = {
  home: () => import('../pages/HomePage.tsx').then((module) => module.HomePage),
  login: () => import('../pages/LoginPage.tsx').then((module) => module.LoginPage),
  register: () => import('../pages/RegisterPage.tsx').then((module) => module.RegisterPage),
  forgotPassword: () => import('../pages/ForgotPasswordPage.tsx').then((module) => module.ForgotPasswordPage),
  mailLink: () => import('../pages/MailLinkPage.tsx').then((module) => module.MailLinkPage),
  category: () => import('../pages/CategoryPage.tsx').then((module) => module.CategoryPage),
  car: () => import('../pages/CarPage.tsx').then((module) => module.CarPage),
  search: () => import('../pages/SearchPage.tsx').then((module) => module.SearchPage),
  makes: () => import('../pages/MakesPage.tsx').then((module) => module.MakesPage),
  reviews: () => import('../pages/ReviewsPage.tsx').then((module) => module.ReviewsPage),
  myReviews: () => import('../pages/MyReviewsPage.tsx').then((module) => module.MyReviewsPage),
  addReview: () => import('../pages/AddReviewPage.tsx').then((module) => module.AddReviewPage),
  editReview: () => import('../pages/EditReviewPage.tsx').then((module) => module.EditReviewPage),
  confirmSubscription: () =>
    import('../pages/ConfirmSubscriptionPage.tsx').then((module) => module.ConfirmSubscriptionPage),
  unsubscribe: () => import('../pages/UnsubscribePage.tsx').then((module) => module.UnsubscribePage),
  blogs: () => import('../pages/BlogsPage.tsx').then((module) => module.BlogsPage),
  privacy: () => import('../pages/PrivacyPage.tsx').then((module) => module.PrivacyPage),
  terms: () => import('../pages/TermsPage.tsx').then((module) => module.TermsPage),
} satisfies Partial<Record<PageName, Load>>

const dashboardPages = {
  purchases: () => import('../pages/PurchasesPage.tsx').then((module) => module.PurchasesPage),
  myReports: () => import('../pages/MyReportsPage.tsx').then((module) => module.MyReportsPage),
  payment: () => import('../pages/PaymentPage.tsx').then((module) => module.PaymentPage),
  receipt: () => import('../pages/ReceiptPage.tsx').then((module) => module.ReceiptPage),
  addCar: () => import('../pages/AddCarPage.tsx').then((module) => module.AddCarPage),
  myCars: () => import('../pages/MyCarsPage.tsx').then((module) => module.MyCarsPage),
  editCar: () => import('../pages/EditCarPage.tsx').then((module) => module.EditCarPage),
  manageCars: () => import('../pages/ManageCarsPage.tsx').then((module) => module.ManageCarsPage),
  reports: () => import('../pages/ReportsPage.tsx').then((module) => module.ReportsPage),
  allUsers: () => import('../pages/AllUsersPage.tsx').then((module) => module.AllUsersPage),
  allSellers: () => import('../pages/AllSellersPage.tsx').then((module) => module.AllSellersPage),
  allBuyers: () => import('../pages/AllBuyersPage.tsx').then((module) => module.AllBuyersPage),
  sales: () => import('../pages/SalesPage.tsx').then((module) => module.SalesPage),
  payments: () => import('../pages/PaymentsPage.tsx').then((module) => module.PaymentsPage),
  messages: () => import('../pages/MessagesPage.tsx').then((module) => module.MessagesPage),
  holds: () => import('../pages/HoldsPage.tsx').then((module) => module.HoldsPage),
  newsletter: () => import('../pages/NewsletterPage.tsx').then((module) => module.NewsletterPage),
  writeNewsletter: () =>
    import('../pages/WriteNewsletterPage.tsx').then((module) => module.WriteNewsletterPage),
  editNewsletter: () => import('../pages/EditNewsletterPage.tsx').then((module) => module.EditNewsletterPage),
  manageMakes: () => import('../pages/ManageMakesPage.tsx').then((module) => module.ManageMakesPage),
  changes: () => import('../pages/ChangesPage.tsx').then((module) => module.ChangesPage),
  changeSet: () => import('../pages/ChangeSetPage.tsx').then((module) => module.ChangeSetPage),
  audit: () => import('../pages/AuditPage.tsx').then((module) => module.AuditPage),
  overview: () => import('../pages/OverviewPage.tsx').then((module) => module.OverviewPage),
  account: () => import('../pages/AccountPage.tsx').then((module) => module.AccountPage),
} satisfies Partial<Record<PageName, Load>>

const loads: Record<PageName, Load> = { ...mainPages, ...dashboardPages }
const pageNames = namesOf(loads)
const lazyPages = new Map(pageNames.map((name) => [name, lazyPage(loads[name])]))

const otherPaths = [
  ...oldCategoryPaths.map((path) => <Route key={path} path={path} element={<CategoryRedirect />} />),
  <Route key="*" path="*" element={<NotFoundPage />} />,
]

/**
 * The components and not a data router: half its size, and RTK Query fetches the data. A page is one line above;
 * its path, title and guard are the contract's.
 */
export function AppRoutes() {
  // A dense host has one frame around all pages.
  if (platform.density === 'compact') {
    return (
      <Routes>
        <Route element={<ConsoleLayout />}>
          {pageNames.map(page)}
          {otherPaths}
        </Route>
      </Routes>
    )
  }
  return (
    <Routes>
      <Route element={<MainLayout />}>
        {namesOf(mainPages).map(page)}
        {otherPaths}
      </Route>
      <Route
        element={
          <RequireLogin>
            <DashboardLayout />
          </RequireLogin>
        }
      >
        {namesOf(dashboardPages).map(page)}
      </Route>
    </Routes>
  )
}

/** Resolves when the page of this path can be shown at once. */
export async function preloadPage(path: string): Promise<void> {
  for (const [name, { preload }] of lazyPages) if (matchPath(pages[name].path, path)) await preload()
}

function namesOf(part: Partial<Record<PageName, Load>>): PageName[] {
  return Object.keys(part) as PageName[]
}

function page(name: PageName): ReactElement {
  const { Page } = lazyPages.get(name)!
  return (
    <Route
      key={name}
      path={pages[name].path}
      element={
        <PageFrame name={name}>
          <Page />
        </PageFrame>
      }
    />
  )
}

/** The spec's other reading of the category route. */
function CategoryRedirect() {
  const inPath = useParams().category_name
  const [query] = useSearchParams()
  const name = inPath ?? query.get('category_name')
  return (
    <Navigate
      replace
      to={name ? pagePath('category', { category_name: name }) : `${pages.home.path}#car-category`}
    />
  )
}
