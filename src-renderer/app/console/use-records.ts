import { skipToken } from '@reduxjs/toolkit/query/react'
import { carName } from '../../../contract/car-name.ts'
import { rowPath } from '../../../contract/desktop-links.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { useListAllCarsInfiniteQuery, useListCarsInfiniteQuery } from '../../features/cars/cars.api.ts'
import { useListReportsInfiniteQuery } from '../../features/reports/reports.api.ts'
import { useListUsersInfiniteQuery } from '../../features/users/users.api.ts'
import { statusWord } from '../../ui/Badge.tsx'
import { useSession } from '../../session/use-session.ts'
import { matching, searchedNote, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'

const MAX = 6
/** As many as one page of a list has. */
const NEWEST = 200

interface Records {
  groups: PaletteGroup[]
  isLoading: boolean
  /** Why a part of it did not come. */
  problem: string | null
  /** What was not looked at. */
  note: string | null
}

/**
 * What the words find: listed cars and people by the server's search, a seller's own cars (sold ones too) and reports
 * among the newest.
 */
export function useRecords(text: string): Records {
  const { me } = useSession()
  const isAsked = text.trim().length >= 2
  const isStaff = isAsked && Boolean(me?.isAdmin || me?.isSeller)
  const q = text.trim().slice(0, 100)

  const cars = useListCarsInfiniteQuery(isAsked ? { query: { q, sort: 'relevance', limit: MAX } } : skipToken)
  const own = useListAllCarsInfiniteQuery(
    isStaff && me?.isSeller ? { query: { mine: '1', limit: NEWEST } } : skipToken,
  )
  const people = useListUsersInfiniteQuery(isAsked && me?.isAdmin ? { query: { q, limit: MAX } } : skipToken)
  const reports = useListReportsInfiniteQuery(isStaff ? { query: { limit: NEWEST } } : skipToken)
  if (!isAsked) return { groups: [], isLoading: false, problem: null, note: null }

  const listed = (pagesOf(cars.data).items ?? []).map((car) => carEntry(car, 'car'))
  const mine = matching(
    (pagesOf(own.data).items ?? []).map((car) => carEntry(car, 'own')),
    q,
  ).slice(0, MAX)
  const reported = (pagesOf(reports.data).items ?? []).map(
    ({ _id, reason, reportedItemInfo: { carName: name, sellerEmail } }): PaletteEntry => ({
      id: `report:${_id}`,
      label: name,
      detail: `${reason} · ${sellerEmail}`,
      goal: { path: rowPath(pages.reports.path, _id) },
    }),
  )
  const users = (pagesOf(people.data).items ?? []).map(({ _id, fullName, email, account }): PaletteEntry => ({
    id: `user:${_id}`,
    label: fullName,
    detail: email,
    goal: { path: rowPath(account === 'seller' ? pages.allSellers.path : pages.allUsers.path, _id) },
  }))
  const queries = [cars, own, people, reports]
  const failed = queries.find(({ isError }) => isError)
  return {
    groups: [
      { value: 'My cars', items: mine },
      { value: 'Cars on sale', items: listed },
      { value: 'People', items: users },
      { value: 'Reports', items: matching(reported, q).slice(0, MAX) },
    ],
    isLoading: queries.some(({ isFetching }) => isFetching),
    problem: failed ? toProblem(failed.error).message : null,
    note: searchedNote(NEWEST, {
      'your cars': pagesOf(own.data).total,
      'the reports': pagesOf(reports.data).total,
    }),
  }
}

interface NamedCar {
  _id: string
  category_name: string
  modelName: string
  priceMinor: number | null
  year: number | null
  available: Parameters<typeof statusWord>[0]
}

function carEntry(car: NamedCar, kind: 'car' | 'own'): PaletteEntry {
  const facts = [car.priceMinor === null ? null : formatMoney(car.priceMinor), statusWord(car.available)]
  return {
    id: `${kind}:${car._id}`,
    label: carName(car),
    detail: facts.filter((fact) => fact !== null).join(' · '),
    goal: {
      path: kind === 'own' ? rowPath(pages.myCars.path, car._id) : pagePath('car', { id: car._id }),
    },
  }
}
