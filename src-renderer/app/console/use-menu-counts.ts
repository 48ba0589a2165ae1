import { skipToken } from '@reduxjs/toolkit/query/react'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { useListAllCarsInfiniteQuery } from '../../features/cars/cars.api.ts'
import { useListReportsInfiniteQuery } from '../../features/reports/reports.api.ts'
import {
  useListBuyersInfiniteQuery,
  useListSellersInfiniteQuery,
  useListUsersInfiniteQuery,
} from '../../features/users/users.api.ts'
import { useSession } from '../session/use-session.ts'

/** How many rows a page has, by its path. */
export type MenuCounts = Record<string, number | undefined>

/** One row and the total: the server keeps the counts. */
const countAlone = { query: { limit: 1 } }

/** Kept up to date by the live updates. */
export function useMenuCounts(): MenuCounts {
  const { me } = useSession()
  const forAdmins = me?.isAdmin ? countAlone : skipToken
  const forStaff = me?.isAdmin || me?.isSeller ? countAlone : skipToken
  const own = me?.isSeller ? { query: { limit: 1, mine: '1' as const } } : skipToken

  const counts: [string, number | null][] = [
    [pages.allUsers.path, pagesOf(useListUsersInfiniteQuery(forAdmins).data).total],
    [pages.allSellers.path, pagesOf(useListSellersInfiniteQuery(forAdmins).data).total],
    [pages.allBuyers.path, pagesOf(useListBuyersInfiniteQuery(forAdmins).data).total],
    [pages.manageCars.path, pagesOf(useListAllCarsInfiniteQuery(forAdmins).data).total],
    [pages.reports.path, pagesOf(useListReportsInfiniteQuery(forStaff).data).total],
    [pages.myCars.path, pagesOf(useListAllCarsInfiniteQuery(own).data).total],
  ]
  return Object.fromEntries(counts.map(([path, total]) => [path, total ?? undefined]))
}
