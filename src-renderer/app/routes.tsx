import type { ReactElement } from 'react'
import { matchPath, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import {
  oldCategoryPaths,
  pagePath,
  pages,
  type DashboardPageName,
  type PageName,
} from '../../contract/pages.ts'
import { RequireLogin } from '../session/Guard.tsx'
import { platform } from '../platform/current.ts'
import { NotFoundPage } from '../pages/ErrorPage.tsx'
import type { Load } from './dashboard-pages.ts'
import { createLazyPage } from './lazy-page.ts'
import { MainLayout } from './MainLayout.tsx'
import { PageFrame } from './PageFrame.tsx'

const { Page: DashboardLayout } = createLazyPage(() =>
  import('./DashboardLayout.tsx').then((module) => module.DashboardLayout),
)

const { Page: ConsoleLayout } = createLazyPage(() =>
  import('./console/ConsoleLayout.tsx').then((module) => module.ConsoleLayout),
)

const mainPages = {
  home: () => import('../pages/HomePage.tsx').then((module) => module.HomePage),
  login: () => import('../pages/LoginPage.tsx').then((module) => module.LoginPage),
  register: () => import('../pages/RegisterPage.tsx').then((module) => module.RegisterPage),
  forgotPassword: () => import('../pages/ForgotPasswordPage.tsx').then((module) => module.ForgotPasswordPage),
  mailLink: () => import('../pages/MailLinkPage.tsx').then((module) => module.MailLinkPage),
  category: () => import('../pages/CategoryPage.tsx').then((module) => module.CategoryPage),
  car: () => import('../pages/CarPage.tsx').then((module) => module.CarPage),
  search: () => import('../pages/SearchPage.tsx').then((module) => module.SearchPage),
  shortlist: () => import('../pages/ShortlistPage.tsx').then((module) => module.ShortlistPage),
  compare: () => import('../pages/ComparePage.tsx').then((module) => module.ComparePage),
  makes: () => import('../pages/MakesPage.tsx').then((module) => module.MakesPage),
  reviews: () => import('../pages/ReviewsPage.tsx').then((module) => module.ReviewsPage),
  myReviews: () => import('../pages/MyReviewsPage.tsx').then((module) => module.MyReviewsPage),
  addReview: () => import('../pages/AddReviewPage.tsx').then((module) => module.AddReviewPage),
  editReview: () => import('../pages/EditReviewPage.tsx').then((module) => module.EditReviewPage),
  confirmSubscription: () =>
    import('../pages/ConfirmSubscriptionPage.tsx').then((module) => module.ConfirmSubscriptionPage),
  unsubscribe: () => import('../pages/UnsubscribePage.tsx').then((module) => module.UnsubscribePage),
  stopAlerts: () => import('../pages/StopAlertsPage.tsx').then((module) => module.StopAlertsPage),
  blogs: () => import('../pages/BlogsPage.tsx').then((module) => module.BlogsPage),
  privacy: () => import('../pages/PrivacyPage.tsx').then((module) => module.PrivacyPage),
  terms: () => import('../pages/TermsPage.tsx').then((module) => module.TermsPage),
} satisfies Record<Exclude<PageName, DashboardPageName>, Load>

const pageNames = listPageNames(pages)
const lazyPages = new Map(pageNames.map((name) => [name, createLazyPage(loadOf(name))]))

const otherPaths = [
  ...oldCategoryPaths.map((path) => <Route key={path} path={path} element={<CategoryRedirect />} />),
  <Route key="*" path="*" element={<NotFoundPage />} />,
]

/**
 * Renders the routes as components, which are half the size of a data router. RTK Query fetches the
 * data. The contract defines each page's path, title, and access.
 */
export function AppRoutes() {
  // A compact host has a single frame around all pages.
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
        {listPageNames(mainPages).map(page)}
        {otherPaths}
      </Route>
      <Route
        element={
          <RequireLogin>
            <DashboardLayout />
          </RequireLogin>
        }
      >
        {pageNames.filter(isOfDashboard).map(page)}
      </Route>
    </Routes>
  )
}

/** Resolves once the page at this path can be shown immediately. */
export async function preloadPage(path: string): Promise<void> {
  for (const [name, { preload }] of lazyPages) if (matchPath(pages[name].path, path)) await preload()
}

function loadOf(name: PageName): Load {
  if (!isOfDashboard(name)) return mainPages[name]
  return () => import('./dashboard-pages.ts').then(({ dashboardPages }) => dashboardPages[name]())
}

function isOfDashboard(name: PageName): name is DashboardPageName {
  return pages[name].path.startsWith(pages.purchases.path)
}

function listPageNames(pageMap: Partial<Record<PageName, unknown>>): PageName[] {
  return Object.keys(pageMap) as PageName[]
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

/** Redirects the category paths that the product specification defines as alternatives. */
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
