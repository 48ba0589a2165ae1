import {
  ArrowLeft,
  BadgeCheck,
  Banknote,
  Bell,
  Bookmark,
  Car,
  CircleUserRound,
  CirclePlus,
  CreditCard,
  Flag,
  HandCoins,
  Handshake,
  History,
  LayoutDashboard,
  Newspaper,
  Percent,
  Rss,
  Scale,
  ScrollText,
  ShoppingCart,
  Tags,
  Timer,
  Users,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { pages, type PageName } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import type { Me } from '../session/session.slice.ts'

export interface MenuItem {
  label: string
  to: string
  icon: LucideIcon
}

export interface MenuGroup {
  title: string
  items: readonly MenuItem[]
}

const menu = strings.menu

/** The link to the home page, which comes after all groups. */
export const homeItem: MenuItem = { label: menu.home, to: pages.home.path, icon: ArrowLeft }

/**
 * Returns the dashboard's pages, grouped by task. Entries that the product specification lists keep
 * its wording and order.
 */
export function buildSideMenu({ isAdmin, isSeller }: Me): MenuGroup[] {
  return [
    { title: 'Today', items: today },
    ...(isSeller
      ? [{ title: 'Sell', items: isAdmin ? selling : [...sellingAndPayouts, changes, reportsOnOwnCars] }]
      : []),
    ...(isAdmin ? [{ title: 'Moderate', items: moderating }] : []),
    { title: 'Buy', items: isAdmin || isSeller ? buying : [...buying, ownReports] },
    { title: 'Account', items: [toMenuItem('account', CircleUserRound)] },
  ]
}

/** Returns a page's label in the menu, or undefined if the menu does not contain it. */
export function findMenuLabel(path: string, me: Me): string | undefined {
  return buildSideMenu(me)
    .flatMap(({ items }) => items)
    .find(({ to }) => to === path)?.label
}

const today = [toMenuItem('overview', LayoutDashboard), toMenuItem('messages', Bell)]

const addCars: MenuItem = { label: menu.addCars, to: pages.addCar.path, icon: CirclePlus }
const myCars: MenuItem = { label: menu.myCars, to: pages.myCars.path, icon: Car }
const sales = toMenuItem('sales', HandCoins)
const feeds = toMenuItem('feeds', Rss)
const payouts = toMenuItem('payouts', Banknote)

const selling = [addCars, myCars, sales, feeds]

/**
 * Shown under Sell only to sellers who are not admins. Admins have pages with everyone's payouts, changes,
 * and reports.
 */
const sellingAndPayouts = [addCars, myCars, sales, payouts, feeds]
const changes = toMenuItem('changes', History)
const reportsOnOwnCars = toMenuItem('reports', Flag)

const moderating: MenuItem[] = [
  { label: menu.allUsers, to: pages.allUsers.path, icon: Users },
  { label: menu.allSellers, to: pages.allSellers.path, icon: BadgeCheck },
  { label: menu.allBuyers, to: pages.allBuyers.path, icon: UserRound },
  { label: menu.allCars, to: pages.manageCars.path, icon: Car },
  { label: menu.allReports, to: pages.reports.path, icon: Flag },
  toMenuItem('manageMakes', Tags),
  toMenuItem('payments', CreditCard),
  toMenuItem('deals', Handshake),
  toMenuItem('disputes', Scale),
  payouts,
  toMenuItem('fees', Percent),
  toMenuItem('holds', Timer),
  toMenuItem('newsletter', Newspaper),
  changes,
  toMenuItem('audit', ScrollText),
]

const buying: MenuItem[] = [
  { label: menu.purchases, to: pages.purchases.path, icon: ShoppingCart },
  toMenuItem('savedSearches', Bookmark),
]

const ownReports: MenuItem = { label: menu.myReports, to: pages.myReports.path, icon: Flag }

/** Builds an entry that the product specification's menu lacks, labeled with the page's title. */
function toMenuItem(page: PageName, icon: LucideIcon): MenuItem {
  return { label: pages[page].title, to: pages[page].path, icon }
}
