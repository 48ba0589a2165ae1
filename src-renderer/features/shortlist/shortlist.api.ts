import { carName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { MAX_BY_ID } from '../../../contract/shortlist-limits.ts'
import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
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

/**
 * Adds a car to the shortlist or removes it, before the server has answered. If the server rejects the
 * change, it is reverted and the reason is shown.
 * @returns true if it succeeded
 */
export function setShortlisted(car: Car, isOn: boolean): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    if (getState().session.me === null) return setLocally(car, isOn)
    const { util, endpoints } = shortlistApi
    const patch = dispatch(
      util.updateQueryData('listShortlist', undefined, (cars) => {
        const others = cars.filter(({ _id }) => _id !== car._id)
        return isOn ? [{ ...car, addedAt: new Date().toISOString() }, ...others] : others
      }),
    )
    const input = { params: { carID: car._id } }
    const { error } = isOn
      ? await dispatch(endpoints.addToShortlist.initiate(input))
      : await dispatch(endpoints.removeFromShortlist.initiate(input))
    if (!error) return true
    patch.undo()
    toast.error(toProblem(error).message)
    return false
  }
}

/** Removes a car that is no longer listed, which therefore can't be added again. */
export function forgetShortlisted(id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (getState().session.me === null) return removeCar(localShortlist, id)
    const call = shortlistApi.endpoints.removeFromShortlist.initiate({ params: { carID: id } })
    const { error } = await dispatch(call)
    if (error) toast.error(toProblem(error).message)
  }
}

function setLocally(car: Car, isOn: boolean): boolean {
  if (isOn && localShortlist.read().length >= MAX_BY_ID) {
    toast.error(`Without a sign-in, The Kerb has space for ${MAX_BY_ID} cars`, {
      detail: 'Sign in to add more, or remove some first.',
    })
    return false
  }
  if (isOn) addCar(localShortlist, { id: car._id, name: carName(car) })
  else removeCar(localShortlist, car._id)
  return true
}
