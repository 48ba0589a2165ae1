import { carName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import type { ShortlistedCar } from '../../../contract/shortlist.ts'
import { MAX_BY_ID } from '../../../contract/shortlist-limits.ts'
import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { serverNow } from '../../api/server-clock.ts'
import { createSlots } from '../../api/slots.ts'
import { unlessFailed } from '../../api/tags.ts'
import type { AppThunk } from '../../session/store.ts'
import { useSession } from '../../session/use-session.ts'
import { addCar, localShortlist, removeCar } from '../../ui/local-cars.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useStoredList } from '../../ui/stored-list.ts'

export const shortlistApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShortlist: build.query({ ...endpoint('listShortlist'), providesTags: ['Shortlist', 'Car'] }),
    mergeShortlist: build.mutation({
      ...endpoint('mergeShortlist'),
      invalidatesTags: unlessFailed('Shortlist'),
    }),
    addToShortlist: build.mutation({ ...endpoint('addToShortlist'), invalidatesTags: ['Shortlist'] }),
    removeFromShortlist: build.mutation({
      ...endpoint('removeFromShortlist'),
      invalidatesTags: ['Shortlist'],
    }),
    listCarsById: build.query({ ...endpoint('listCarsById'), providesTags: ['Car'] }),
  }),
})

export const { useListShortlistQuery, useListCarsByIdQuery } = shortlistApi

/** Reports whether a car is on the user's shortlist or, without a sign-in, on this browser's. */
export function useIsShortlisted(id: string): boolean {
  const { me } = useSession()
  const localCars = useStoredList(localShortlist)
  const { isOnAccount } = useListShortlistQuery(undefined, {
    skip: me === null,
    selectFromResult: ({ currentData }) => ({
      isOnAccount: currentData?.some(({ _id }) => _id === id) ?? false,
    }),
  })
  return me === null ? localCars.some((car) => car.id === id) : isOnAccount
}

const slots = new Map<string, ReturnType<typeof createSlots>>()

/**
 * Adds a car to the shortlist or removes it, before the server has answered. If the server rejects the
 * change, it is reverted and the reason is shown. Changes of the same car are sent one after another.
 * @param car the car to add, or null to remove it
 * @returns true if it succeeded
 */
export function setShortlisted(id: string, car: Car | null): AppThunk<Promise<boolean>> {
  return (dispatch, getState) => {
    if (getState().session.me === null) return Promise.resolve(setLocally(id, car))
    const inOrder = slots.get(id) ?? createSlots(1)
    slots.set(id, inOrder)
    return inOrder(() => dispatch(setOnAccount(id, car)))
  }
}

function setOnAccount(id: string, car: Car | null): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { util, endpoints } = shortlistApi
    const former = endpoints.listShortlist
      .select()(getState())
      .data?.find(({ _id }) => _id === id)
    // Only this change is reverted, because others may be in flight.
    const show = (item: ShortlistedCar | undefined) =>
      dispatch(
        util.updateQueryData('listShortlist', undefined, (cars) =>
          [...(item ? [item] : []), ...cars.filter(({ _id }) => _id !== id)].toSorted((a, b) =>
            b.addedAt.localeCompare(a.addedAt),
          ),
        ),
      )
    show(car ? justAdded(car) : undefined)
    const input = { params: { carID: id } }
    const { error } = car
      ? await dispatch(endpoints.addToShortlist.initiate(input))
      : await dispatch(endpoints.removeFromShortlist.initiate(input))
    if (!error) return true
    show(former)
    toast.error(toProblem(error).message)
    return false
  }
}

function justAdded(car: Car): ShortlistedCar {
  return {
    ...car,
    addedAt: new Date(serverNow()).toISOString(),
    addedPriceMinor: car.priceMinor,
    isForSaleAgain: false,
  }
}

function setLocally(id: string, car: Car | null): boolean {
  if (car && localShortlist.read().length >= MAX_BY_ID) {
    toast.error(`Without a sign-in, The Kerb has space for ${MAX_BY_ID} cars`, {
      detail: 'Sign in to add more, or remove some first.',
    })
    return false
  }
  if (car) addCar(localShortlist, { id, name: carName(car) })
  else removeCar(localShortlist, id)
  return true
}
