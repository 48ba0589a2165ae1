import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import type { ShortlistedCar } from '../../../contract/shortlist.ts'
import { MAX_CARS_BY_ID } from '../../../contract/shortlist-limits.ts'
import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { createSlots } from '../../api/slots.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'
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
      invalidatesTags: invalidateOnSuccess('Shortlist'),
    }),
    addToShortlist: build.mutation({ ...endpoint('addToShortlist'), invalidatesTags: ['Shortlist'] }),
    removeFromShortlist: build.mutation({
      ...endpoint('removeFromShortlist'),
      invalidatesTags: ['Shortlist'],
    }),
    getShortlistEmails: build.query({ ...endpoint('getShortlistEmails'), providesTags: ['Shortlist'] }),
    setShortlistEmails: build.mutation({
      ...endpoint('setShortlistEmails'),
      invalidatesTags: invalidateOnSuccess('Shortlist'),
    }),
    listCarsById: build.query({ ...endpoint('listCarsById'), providesTags: ['Car'] }),
  }),
})

export const { useListShortlistQuery, useListCarsByIdQuery } = shortlistApi

/**
 * Reports whether a car is on the user's shortlist or, without a sign-in, on the shortlist in this browser.
 */
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
 * @param addedAt the time when a car that was just removed had been added, so that it returns to its place
 * @returns true if it succeeded
 */
export function setShortlisted(id: string, car: Car | null, addedAt?: string): AppThunk<Promise<boolean>> {
  return (dispatch, getState) => {
    if (getState().session.me === null) return Promise.resolve(setLocally(id, car, addedAt))
    const inOrder = slots.get(id) ?? createSlots(1)
    slots.set(id, inOrder)
    return inOrder(() => dispatch(setOnAccount(id, car, addedAt)))
  }
}

/**
 * Removes a car, and returns a function that restores it to its place. The function does nothing after a sign-in or
 * sign-out, so that the car of an account does not join the list of this browser.
 * @returns null if the removal failed
 */
export function removeShortlisted(
  id: string,
): AppThunk<Promise<((car: Car, addedAt: string) => void) | null>> {
  return async (dispatch, getState) => {
    const userId = getState().session.me?._id
    if (!(await dispatch(setShortlisted(id, null)))) return null
    return (car, addedAt) => {
      if (getState().session.me?._id === userId) void dispatch(setShortlisted(id, car, addedAt))
    }
  }
}

function setOnAccount(id: string, car: Car | null, addedAt?: string): AppThunk<Promise<boolean>> {
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
    show(car ? toShortlisted(car, addedAt) : undefined)
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

function toShortlisted(car: Car, addedAt = new Date(getServerTime()).toISOString()): ShortlistedCar {
  return { addedPriceMinor: car.allInMinor, isForSaleAgain: false, ...car, addedAt }
}

function setLocally(id: string, car: Car | null, at?: string): boolean {
  if (car && localShortlist.read().length >= MAX_CARS_BY_ID) {
    toast.error(`Without a sign-in, The Kerb has space for ${MAX_CARS_BY_ID} cars`, {
      detail: 'Sign in to add more, or remove some first.',
    })
    return false
  }
  if (car) addCar(localShortlist, { id, name: buildCarName(car), at })
  else removeCar(localShortlist, id)
  return true
}
