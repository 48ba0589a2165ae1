import {
  ArrowLeft,
  BadgeCheck,
  Car,
  CirclePlus,
  Flag,
  ShoppingCart,
  Users,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { NavLink } from 'react-router-dom'
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
  return (
    <nav aria-label="Dashboard" className="side-menu no-print">
      {menuFor(me).map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} end className="side-link">
          <Icon aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
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
