import type { ComponentType, ReactElement } from 'react'
import { matchPath, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import { pages, type PageName } from '../../contract/pages.ts'
import { RequireLogin } from './session/Guard.tsx'
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

const preloads = new Map<PageName, () => Promise<void>>()

const mainPages: ReactElement[] = [
  page('home', () => import('../pages/HomePage.tsx').then((module) => module.HomePage)),
  page('login', () => import('../pages/LoginPage.tsx').then((module) => module.LoginPage)),
  page('register', () => import('../pages/RegisterPage.tsx').then((module) => module.RegisterPage)),
  page('forgotPassword', () =>
    import('../pages/ForgotPasswordPage.tsx').then((module) => module.ForgotPasswordPage),
  ),
  page('mailLink', () => import('../pages/MailLinkPage.tsx').then((module) => module.MailLinkPage)),
  page('category', () => import('../pages/CategoryPage.tsx').then((module) => module.CategoryPage)),
  page('car', () => import('../pages/CarPage.tsx').then((module) => module.CarPage)),
  page('search', () => import('../pages/SearchPage.tsx').then((module) => module.SearchPage)),
  page('reviews', () => import('../pages/ReviewsPage.tsx').then((module) => module.ReviewsPage)),
  page('myReviews', () => import('../pages/MyReviewsPage.tsx').then((module) => module.MyReviewsPage)),
  page('addReview', () => import('../pages/AddReviewPage.tsx').then((module) => module.AddReviewPage)),
  page('editReview', () => import('../pages/EditReviewPage.tsx').then((module) => module.EditReviewPage)),
  page('confirmSubscription', () =>
    import('../pages/ConfirmSubscriptionPage.tsx').then((module) => module.ConfirmSubscriptionPage),
  ),
  page('unsubscribe', () => import('../pages/UnsubscribePage.tsx').then((module) => module.UnsubscribePage)),
  page('blogs', () => import('../pages/BlogsPage.tsx').then((module) => module.BlogsPage)),
  page('privacy', () => import('../pages/PrivacyPage.tsx').then((module) => module.PrivacyPage)),
  page('terms', () => import('../pages/TermsPage.tsx').then((module) => module.TermsPage)),
]

const dashboardPages: ReactElement[] = [
  page('purchases', () => import('../pages/PurchasesPage.tsx').then((module) => module.PurchasesPage)),
  page('myReports', () => import('../pages/MyReportsPage.tsx').then((module) => module.MyReportsPage)),
  page('payment', () => import('../pages/PaymentPage.tsx').then((module) => module.PaymentPage)),
  page('receipt', () => import('../pages/ReceiptPage.tsx').then((module) => module.ReceiptPage)),
  page('addCar', () => import('../pages/AddCarPage.tsx').then((module) => module.AddCarPage)),
  page('myCars', () => import('../pages/MyCarsPage.tsx').then((module) => module.MyCarsPage)),
  page('editCar', () => import('../pages/EditCarPage.tsx').then((module) => module.EditCarPage)),
  page('manageCars', () => import('../pages/ManageCarsPage.tsx').then((module) => module.ManageCarsPage)),
  page('reports', () => import('../pages/ReportsPage.tsx').then((module) => module.ReportsPage)),
  page('allUsers', () => import('../pages/AllUsersPage.tsx').then((module) => module.AllUsersPage)),
  page('allSellers', () => import('../pages/AllSellersPage.tsx').then((module) => module.AllSellersPage)),
  page('allBuyers', () => import('../pages/AllBuyersPage.tsx').then((module) => module.AllBuyersPage)),
  page('sales', () => import('../pages/SalesPage.tsx').then((module) => module.SalesPage)),
  page('payments', () => import('../pages/PaymentsPage.tsx').then((module) => module.PaymentsPage)),
  page('messages', () => import('../pages/MessagesPage.tsx').then((module) => module.MessagesPage)),
  page('holds', () => import('../pages/HoldsPage.tsx').then((module) => module.HoldsPage)),
  page('newsletter', () => import('../pages/NewsletterPage.tsx').then((module) => module.NewsletterPage)),
  page('writeNewsletter', () =>
    import('../pages/WriteNewsletterPage.tsx').then((module) => module.WriteNewsletterPage),
  ),
  page('editNewsletter', () =>
    import('../pages/EditNewsletterPage.tsx').then((module) => module.EditNewsletterPage),
  ),
  page('audit', () => import('../pages/AuditPage.tsx').then((module) => module.AuditPage)),
  page('overview', () => import('../pages/OverviewPage.tsx').then((module) => module.OverviewPage)),
  page('account', () => import('../pages/AccountPage.tsx').then((module) => module.AccountPage)),
]

const otherPaths = [
  <Route key="category" path="/category" element={<CategoryRedirect />} />,
  <Route key="category_name" path="/category/:category_name" element={<CategoryRedirect />} />,
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
          {mainPages}
          {dashboardPages}
          {otherPaths}
        </Route>
      </Routes>
    )
  }
  return (
    <Routes>
      <Route element={<MainLayout />}>
        {mainPages}
        {otherPaths}
      </Route>
      <Route
        element={
          <RequireLogin>
            <DashboardLayout />
          </RequireLogin>
        }
      >
        {dashboardPages}
      </Route>
    </Routes>
  )
}

/** Resolves when the page of this path can be shown at once. */
export async function preloadPage(path: string): Promise<void> {
  for (const [name, preload] of preloads) if (matchPath(pages[name].path, path)) await preload()
}

function page(name: PageName, load: () => Promise<ComponentType>): ReactElement {
  const { Page, preload } = lazyPage(load)
  preloads.set(name, preload)
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
  return <Navigate replace to={name ? `/cars/${encodeURIComponent(name)}` : '/#car-category'} />
}
