import { useEffect, useMemo } from 'react'
import { shallowEqual } from 'react-redux'
import type { Car } from '../../../contract/cars.ts'
import { useAppDispatch, useAppSelector } from '../../session/store.ts'
import { carsApi } from './cars.api.ts'
import type { CarPage } from './placed-pages.ts'

export interface ReadPage {
  page: CarPage
  /** undefined until it has come. */
  cars: Car[] | undefined
  /** How many cars its list has. */
  total: number | null
  error: unknown
  isFetching: boolean
  refetch: () => void
}

const { initiate, select } = carsApi.endpoints.placeAllCars

/** Reads these pages, and reads them again when cars change, as long as they are asked for. */
export function useCarPages(pages: readonly CarPage[]): ReadPage[] {
  const dispatch = useAppDispatch()
  const key = JSON.stringify(pages)
  const queries = useMemo(
    () => (JSON.parse(key) as CarPage[]).map((page) => ({ page, select: select({ query: page }) })),
    [key],
  )
  useEffect(() => {
    const subscriptions = queries.map(({ page }) => dispatch(initiate({ query: page })))
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [dispatch, queries])
  const results = useAppSelector((state) => queries.map((query) => query.select(state)), shallowEqual)

  return queries.map(({ page }, at) => {
    const { data, error, isSuccess, isError } = results[at]!
    return {
      page,
      cars: data?.pages[0]!.items,
      total: data?.pages[0]!.total ?? null,
      error,
      isFetching: !isSuccess && !isError,
      refetch: () => void dispatch(initiate({ query: page }, { subscribe: false, forceRefetch: true })),
    }
  })
}
