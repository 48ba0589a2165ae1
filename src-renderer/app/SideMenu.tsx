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
  ScrollText,
  ShoppingCart,
  Users,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import type { Me } from './session/session.slice.ts'
import { useMe } from './session/use-session.ts'

interface Item {
  label: string
  to: string
  icon: LucideIcon
}

export function SideMenu() {
  const me = useMe()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)

  // On a narrow screen the menu is a row, and the page one is on may be beside it.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(pathname)}"]`)
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - 16
  }, [pathname])

  return (
    <nav ref={nav} aria-label="Dashboard" className="side-menu no-print">
      {menuFor(me).map((item) => (
        <SideLink key={item.to} {...item} />
      ))}
      <span aria-hidden="true" className="side-separator" />
      {ourMenuFor(me).map((item) => (
        <SideLink key={item.to} {...item} />
      ))}
    </nav>
  )
}

function SideLink({ label, to, icon: Icon }: Item) {
  return (
    <NavLink to={to} end className="side-link">
      <Icon aria-hidden="true" />
      {label}
    </NavLink>
  )
}

const menu = strings.menu

/** The spec's entries in its order. */
function menuFor({ isAdmin, isSeller }: Me): Item[] {
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
function ourMenuFor({ isAdmin, isSeller }: Me): Item[] {
  return [
    { label: pages.overview.title, to: pages.overview.path, icon: LayoutDashboard },
    ...(isSeller ? [{ label: pages.sales.title, to: pages.sales.path, icon: HandCoins }] : []),
    ...(isSeller && !isAdmin ? [{ label: pages.reports.title, to: pages.reports.path, icon: Flag }] : []),
    ...(isAdmin
      ? [
          { label: pages.payments.title, to: pages.payments.path, icon: CreditCard },
          { label: pages.audit.title, to: pages.audit.path, icon: ScrollText },
        ]
      : []),
    { label: pages.messages.title, to: pages.messages.path, icon: Mail },
    { label: pages.account.title, to: pages.account.path, icon: CircleUserRound },
  ]
}
