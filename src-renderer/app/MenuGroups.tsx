import { skipToken } from '@reduxjs/toolkit/query/react'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { formatNumber } from '../../contract/number-format.ts'
import { pages } from '../../contract/pages.ts'
import { flattenPages } from '../api/endpoint.ts'
import { useListAllCarsQuery } from '../features/cars/all-cars.api.ts'
import { useCountUnreadMessagesQuery } from '../features/messages/messages.api.ts'
import { useListReportsQuery } from '../features/reports/reports.api.ts'
import { useListBuyersQuery, useListSellersQuery, useListUsersQuery } from '../features/users/users.api.ts'
import type { Me } from '../session/session.slice.ts'
import { homeItem, buildSideMenu, type MenuItem } from './side-menu.ts'

/** The query for a list's total. The server returns the total even with a single row. */
const countOnly = { query: { limit: 1 } }

interface MenuGroupsProps {
  me: Me
  onChoose?: () => void
}

/** Shows the dashboard's pages in groups, with their counts. The link home comes last. */
export function MenuGroups({ me, onChoose }: MenuGroupsProps) {
  const id = useId()
  const counts = useMenuCounts(me)

  return (
    <>
      {buildSideMenu(me).map(({ title, items }) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="side-group">
          <p id={`${id}-${title}`} className="side-title">
            {title}
          </p>
          {items.map((item) => (
            <SideLink key={item.to} {...item} count={counts[item.to]} onClick={onChoose} />
          ))}
        </div>
      ))}
      <div className="side-foot">
        <SideLink {...homeItem} onClick={onChoose} />
      </div>
    </>
  )
}

interface SideLinkProps extends MenuItem {
  count?: MenuCount | undefined
  onClick?: (() => void) | undefined
}

export function SideLink({ label, to, icon: Icon, count, onClick }: SideLinkProps) {
  const id = useId()
  return (
    <NavLink to={to} end className="side-link" onClick={onClick} {...(count && { 'aria-describedby': id })}>
      <Icon aria-hidden="true" />
      <span>{label}</span>
      {/* The count is the link's description, so the page's name remains the link's name. */}
      {count && (
        <small id={id} aria-hidden="true" data-new={count.isNew ? '' : undefined}>
          {formatNumber(count.total)}
          {count.isNew && <span className="sr-only"> unread</span>}
        </small>
      )}
    </NavLink>
  )
}

interface MenuCount {
  total: number
  /** True if only unread items are counted. */
  isNew?: boolean
}

/** Returns the counts of pages by path, which live updates refresh. */
function useMenuCounts({ isAdmin, isSeller }: Me): Record<string, MenuCount | undefined> {
  const forAdmins = isAdmin ? countOnly : skipToken
  const forStaff = isAdmin || isSeller ? countOnly : skipToken
  const ownCarsQuery = isSeller ? { query: { limit: 1, mine: '1' as const } } : skipToken
  const unread = useCountUnreadMessagesQuery().data?.count

  const totals: [string, number | null][] = [
    [pages.allUsers.path, flattenPages(useListUsersQuery(forAdmins).data).total],
    [pages.allSellers.path, flattenPages(useListSellersQuery(forAdmins).data).total],
    [pages.allBuyers.path, flattenPages(useListBuyersQuery(forAdmins).data).total],
    [pages.manageCars.path, flattenPages(useListAllCarsQuery(forAdmins).data).total],
    [pages.reports.path, flattenPages(useListReportsQuery(forStaff).data).total],
    [pages.myCars.path, flattenPages(useListAllCarsQuery(ownCarsQuery).data).total],
  ]
  return {
    ...Object.fromEntries(totals.map(([path, total]) => [path, total === null ? undefined : { total }])),
    [pages.messages.path]: unread ? { total: unread, isNew: true } : undefined,
  }
}
