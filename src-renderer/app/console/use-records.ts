import { skipToken } from '@reduxjs/toolkit/query/react'
import { getCarTitle } from '../../../contract/cars/car-name.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { useListAllCarsQuery } from '../../features/cars/all-cars.api.ts'
import { useListCarsInfiniteQuery } from '../../features/cars/cars.api.ts'
import { useListReportsQuery } from '../../features/reports/reports.api.ts'
import { useListUsersQuery } from '../../features/users/users.api.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { useSession } from '../../session/use-session.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

const MAX = 6

interface Records {
  groups: PaletteGroup[]
  isLoading: boolean
  /** The error message if any request failed; otherwise null. */
  problem: string | null
}

/**
 * Finds records with the server's search. All users find cars on sale. Staff also find reports, and
 * their cars by stock number or the end of a VIN. Admins also find users.
 */
export function useRecords(text: string): Records {
  const { me } = useSession()
  const hasSearchText = text.trim().length >= 2
  const isStaff = hasSearchText && Boolean(me?.isAdmin || me?.isSeller)
  const q = text.trim().slice(0, 100)

  const cars = useListCarsInfiniteQuery(
    hasSearchText ? { query: { q, sort: 'relevance', limit: MAX } } : skipToken,
  )
  const allCars = useListAllCarsQuery(
    isStaff ? { query: { q, limit: MAX, ...(!me?.isAdmin && { mine: '1' as const }) } } : skipToken,
  )
  const people = useListUsersQuery(hasSearchText && me?.isAdmin ? { query: { q, limit: MAX } } : skipToken)
  const reports = useListReportsQuery(isStaff ? { query: { q, limit: MAX } } : skipToken)
  if (!hasSearchText) return { groups: [], isLoading: false, problem: null }

  const onSale = flattenPages(cars.data).items ?? []
  const saleEntries = onSale.map((car) => carEntry(car, 'car'))
  const matchingCars = flattenPages(allCars.data).items ?? []
  const mine = me?.isAdmin ? [] : matchingCars.map((car) => carEntry(car, 'own'))
  // A car on sale is not listed again among the admin's other results.
  const otherCars = matchingCars.filter(({ _id }) => !onSale.some((car) => car._id === _id))
  const reportEntries = (flattenPages(reports.data).items ?? []).map(
    ({ _id, reason, reportedItemInfo: { carName: name, sellerEmail } }): PaletteEntry => ({
      id: `report:${_id}`,
      label: name,
      detail: `${reason} · ${sellerEmail}`,
      goal: { path: rowPath(pages.reports.path, _id) },
    }),
  )
  const users = (flattenPages(people.data).items ?? []).map(
    ({ _id, fullName, email, account }): PaletteEntry => ({
      id: `user:${_id}`,
      label: fullName,
      detail: email,
      goal: { path: rowPath(account === 'seller' ? pages.allSellers.path : pages.allUsers.path, _id) },
    }),
  )
  const queries = [cars, allCars, people, reports]
  const failedQuery = queries.find(({ isError }) => isError)
  return {
    groups: [
      { value: 'My cars', items: mine },
      { value: 'Cars on sale', items: saleEntries },
      { value: 'People', items: users },
      { value: 'All cars', items: me?.isAdmin ? otherCars.map((car) => carEntry(car, 'any')) : [] },
      { value: 'Reports', items: reportEntries },
    ],
    isLoading: queries.some(({ isFetching }) => isFetching),
    problem: failedQuery ? toProblem(failedQuery.error).message : null,
  }
}

interface NamedCar {
  _id: string
  category_name: string
  modelName: string
  allInMinor: number | null
  year: number | null
  available: keyof typeof carStateLabels
  stockNo: string | null
}

const lists = { own: pages.myCars.path, any: pages.manageCars.path }

function carEntry(car: NamedCar, kind: 'car' | 'own' | 'any'): PaletteEntry {
  const price = car.allInMinor === null ? null : formatMoney(car.allInMinor)
  const facts = [price, carStateLabels[car.available], car.stockNo]
  return {
    id: `${kind}:${car._id}`,
    label: getCarTitle(car),
    detail: facts.filter((fact) => fact !== null).join(' · '),
    goal: {
      path: kind === 'car' ? pagePath('car', { id: car._id }) : rowPath(lists[kind], car._id),
    },
  }
}
