import {
  ArrowLeft,
  BadgeCheck,
  Car,
  CircleUserRound,
  CirclePlus,
  CreditCard,
  Flag,
  HandCoins,
  LayoutDashboard,
  Mail,
  Newspaper,
  ScrollText,
  ShoppingCart,
  Timer,
  Users,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import type { Me } from './session/session.slice.ts'

export interface MenuItem {
  label: string
  to: string
  icon: LucideIcon
}

const menu = strings.menu

/** The spec's entries in its order. */
export function menuFor({ isAdmin, isSeller }: Me): MenuItem[] {
  const reports = { label: menu.myReports, to: pages.myReports.path, icon: Flag }
  const forAdmins = [
    { label: menu.allUsers, to: pages.allUsers.path, icon: Users },
    { label: menu.allSellers, to: pages.allSellers.path, icon: BadgeCheck },
    { label: menu.allBuyers, to: pages.allBuyers.path, icon: UserRound },
    { label: menu.allCars, to: pages.manageCars.path, icon: Car },
    { label: menu.allReports, to: pages.reports.path, icon: Flag },
  ]
  const forSellers = [
    { label: menu.addCars, to: pages.addCar.path, icon: CirclePlus },
    { label: menu.myCars, to: pages.myCars.path, icon: Car },
  ]
  return [
    { label: menu.purchases, to: pages.purchases.path, icon: ShoppingCart },
    ...(isAdmin || isSeller ? [] : [reports]),
    ...(isAdmin ? forAdmins : []),
    ...(isSeller ? forSellers : []),
    { label: menu.home, to: pages.home.path, icon: ArrowLeft },
  ]
}

/** What the spec's menu lacks. */
export function ourMenuFor({ isAdmin, isSeller }: Me): MenuItem[] {
  return [
    { label: pages.overview.title, to: pages.overview.path, icon: LayoutDashboard },
    ...(isSeller ? [{ label: pages.sales.title, to: pages.sales.path, icon: HandCoins }] : []),
    ...(isSeller && !isAdmin ? [{ label: pages.reports.title, to: pages.reports.path, icon: Flag }] : []),
    ...(isAdmin
      ? [
          { label: pages.payments.title, to: pages.payments.path, icon: CreditCard },
          { label: pages.holds.title, to: pages.holds.path, icon: Timer },
          { label: pages.newsletter.title, to: pages.newsletter.path, icon: Newspaper },
          { label: pages.audit.title, to: pages.audit.path, icon: ScrollText },
        ]
      : []),
    { label: pages.messages.title, to: pages.messages.path, icon: Mail },
    { label: pages.account.title, to: pages.account.path, icon: CircleUserRound },
  ]
}
