import type { ComponentType } from 'react'
import type { DashboardPageName } from '../../contract/pages.ts'

export type Load = () => Promise<ComponentType>

/** Where the dashboard's pages are. Only who goes there loads this, and the first load of the home page stays small. */
export const dashboardPages = {
  purchases: () => import('../pages/PurchasesPage.tsx').then((module) => module.PurchasesPage),
  myReports: () => import('../pages/MyReportsPage.tsx').then((module) => module.MyReportsPage),
  payment: () => import('../pages/PaymentPage.tsx').then((module) => module.PaymentPage),
  receipt: () => import('../pages/ReceiptPage.tsx').then((module) => module.ReceiptPage),
  addCar: () => import('../pages/AddCarPage.tsx').then((module) => module.AddCarPage),
  myCars: () => import('../pages/MyCarsPage.tsx').then((module) => module.MyCarsPage),
  editCar: () => import('../pages/EditCarPage.tsx').then((module) => module.EditCarPage),
  imports: () => import('../pages/ImportsPage.tsx').then((module) => module.ImportsPage),
  carImport: () => import('../pages/ImportPage.tsx').then((module) => module.ImportPage),
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
  feeds: () => import('../pages/FeedsPage.tsx').then((module) => module.FeedsPage),
  feed: () => import('../pages/FeedPage.tsx').then((module) => module.FeedPage),
  audit: () => import('../pages/AuditPage.tsx').then((module) => module.AuditPage),
  overview: () => import('../pages/OverviewPage.tsx').then((module) => module.OverviewPage),
  account: () => import('../pages/AccountPage.tsx').then((module) => module.AccountPage),
  addPhotos: () => import('../pages/AddPhotosPage.tsx').then((module) => module.AddPhotosPage),
} satisfies Record<DashboardPageName, Load>
