import type { ComponentType } from 'react'
import type { DashboardPageName } from '../../contract/pages.ts'

export type Load = () => Promise<ComponentType>

/**
 * The loaders of the dashboard's pages. This module loads only with the dashboard, to keep the
 * initial load of the home page small.
 */
export const dashboardPages = {
  purchases: () => import('../pages/PurchasesPage.tsx').then((module) => module.PurchasesPage),
  myReports: () => import('../pages/MyReportsPage.tsx').then((module) => module.MyReportsPage),
  savedSearches: () => import('../pages/SavedSearchesPage.tsx').then((module) => module.SavedSearchesPage),
  payment: () => import('../pages/PaymentPage.tsx').then((module) => module.PaymentPage),
  reserve: () => import('../pages/ReservePage.tsx').then((module) => module.ReservePage),
  deal: () => import('../pages/DealPage.tsx').then((module) => module.DealPage),
  receipt: () => import('../pages/ReceiptPage.tsx').then((module) => module.ReceiptPage),
  addCar: () => import('../pages/AddCarPage.tsx').then((module) => module.AddCarPage),
  myCars: () => import('../pages/MyCarsPage.tsx').then((module) => module.MyCarsPage),
  editCar: () => import('../pages/EditCarPage.tsx').then((module) => module.EditCarPage),
  imports: () => import('../pages/ImportsPage.tsx').then((module) => module.ImportsPage),
  carImport: () => import('../pages/ImportPage.tsx').then((module) => module.ImportPage),
  manageCars: () => import('../pages/ManageCarsPage.tsx').then((module) => module.ManageCarsPage),
  reports: () => import('../pages/ReportsPage.tsx').then((module) => module.ReportsPage),
  allUsers: () => import('../features/users/AllUsers.tsx').then((module) => module.AllUsers),
  allSellers: () => import('../pages/AllSellersPage.tsx').then((module) => module.AllSellersPage),
  allBuyers: () => import('../features/users/AllBuyers.tsx').then((module) => module.AllBuyers),
  sales: () => import('../features/sales/Sales.tsx').then((module) => module.Sales),
  payments: () => import('../pages/PaymentsPage.tsx').then((module) => module.PaymentsPage),
  messages: () => import('../features/messages/Messages.tsx').then((module) => module.Messages),
  payouts: () => import('../pages/PayoutsPage.tsx').then((module) => module.PayoutsPage),
  fees: () => import('../features/fees/Fees.tsx').then((module) => module.Fees),
  deals: () => import('../features/deals/AllDeals.tsx').then((module) => module.AllDeals),
  disputes: () => import('../features/disputes/Disputes.tsx').then((module) => module.Disputes),
  holds: () => import('../features/holds/AllHolds.tsx').then((module) => module.AllHolds),
  newsletter: () => import('../features/newsletter/Newsletters.tsx').then((module) => module.Newsletters),
  writeNewsletter: () =>
    import('../features/newsletter/NewsletterEditor.tsx').then((module) => module.NewsletterEditor),
  editNewsletter: () =>
    import('../features/newsletter/EditNewsletter.tsx').then((module) => module.EditNewsletter),
  manageMakes: () => import('../features/categories/Makes.tsx').then((module) => module.Makes),
  changes: () => import('../features/changes/ChangeSets.tsx').then((module) => module.ChangeSets),
  changeSet: () => import('../features/changes/OneChangeSet.tsx').then((module) => module.OneChangeSet),
  feeds: () => import('../features/feeds/Feeds.tsx').then((module) => module.Feeds),
  feed: () => import('../features/feeds/OneFeed.tsx').then((module) => module.OneFeed),
  audit: () => import('../features/audit/AuditLog.tsx').then((module) => module.AuditLog),
  overview: () => import('../pages/OverviewPage.tsx').then((module) => module.OverviewPage),
  account: () => import('../pages/AccountPage.tsx').then((module) => module.AccountPage),
  addPhotos: () => import('../features/photos/AddPhotos.tsx').then((module) => module.AddPhotos),
} satisfies Record<DashboardPageName, Load>
