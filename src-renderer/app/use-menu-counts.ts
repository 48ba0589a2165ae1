import { skipToken } from '@reduxjs/toolkit/query/react'
import { pages } from '../../contract/pages.ts'
import { pagesOf } from '../api/endpoint.ts'
import { useListAllCarsInfiniteQuery } from '../features/cars/cars.api.ts'
import { useCountUnreadMessagesQuery } from '../features/messages/messages.api.ts'
import { useListReportsInfiniteQuery } from '../features/reports/reports.api.ts'
import {
  useListBuyersInfiniteQuery,
  useListSellersInfiniteQuery,
  useListUsersInfiniteQuery,
} from '../features/users/users.api.ts'
import type { Me } from '../session/session.slice.ts'

export interface MenuCount {
  total: number
  /** It counts what waits to be read, not all that there is. */
  isNew?: boolean
}

/** One row and the total: the server keeps the counts. */
const countAlone = { query: { limit: 1 } }

/** How much a page has, by its path; kept up to date by the live updates. */
export function useMenuCounts({ isAdmin, isSeller }: Me): Record<string, MenuCount | undefined> {
  const forAdmins = isAdmin ? countAlone : skipToken
  const forStaff = isAdmin || isSeller ? countAlone : skipToken
  const own = isSeller ? { query: { limit: 1, mine: '1' as const } } : skipToken
  const unread = useCountUnreadMessagesQuery().data?.count

  const totals: [string, number | null][] = [
    [pages.allUsers.path, pagesOf(useListUsersInfiniteQuery(forAdmins).data).total],
    [pages.allSellers.path, pagesOf(useListSellersInfiniteQuery(forAdmins).data).total],
    [pages.allBuyers.path, pagesOf(useListBuyersInfiniteQuery(forAdmins).data).total],
    [pages.manageCars.path, pagesOf(useListAllCarsInfiniteQuery(forAdmins).data).total],
    [pages.reports.path, pagesOf(useListReportsInfiniteQuery(forStaff).data).total],
    [pages.myCars.path, pagesOf(useListAllCarsInfiniteQuery(own).data).total],
  ]
  return {
    ...Object.fromEntries(totals.map(([path, total]) => [path, total === null ? undefined : { total }])),
    [pages.messages.path]: unread ? { total: unread, isNew: true } : undefined,
  }
}
