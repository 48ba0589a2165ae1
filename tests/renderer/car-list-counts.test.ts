import { configureStore } from '@reduxjs/toolkit'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../src-renderer/api/api.ts'
import { allCarsApi } from '../../src-renderer/features/cars/all-cars.api.ts'

afterEach(() => vi.unstubAllGlobals())

it('a changed purchase refetches the number of lists that contain each car', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', fetched)
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  })
  await store.dispatch(allCarsApi.endpoints.listAllCars.initiate(undefined))
  store.dispatch(api.util.invalidateTags(['Sale']))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
})
