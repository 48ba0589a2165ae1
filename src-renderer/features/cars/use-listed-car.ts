import { useMemo } from 'react'
import { useStore } from 'react-redux'
import type { Car } from '../../../contract/cars/cars.ts'
import { flattenPages } from '../../api/endpoint.ts'
import type { RootState } from '../../session/store.ts'
import { allCarsApi } from './all-cars.api.ts'

const { endpoints, util } = allCarsApi

/** Returns the car from a list that was loaded before this page opened. */
export function useListedCar(id: string): Car | undefined {
  const store = useStore<RootState>()
  return useMemo(() => carsInLists(store.getState()).find((car) => car._id === id), [store, id])
}

function carsInLists(state: RootState): Car[] {
  const calls = util.selectCachedArgsForQuery(state, 'listAllCars')
  return calls.flatMap((call) => flattenPages(endpoints.listAllCars.select(call)(state).data).items ?? [])
}
