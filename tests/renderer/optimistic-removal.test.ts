import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../src-renderer/api/api.ts'
import { flattenPages } from '../../src-renderer/api/endpoint.ts'
import { allCarsApi } from '../../src-renderer/features/cars/all-cars.api.ts'
import { carsApi } from '../../src-renderer/features/cars/cars.api.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

describe('a deleted row', () => {
  it('leaves its list and the total immediately', async () => {
    const { shown: readShownIds, dispatch } = await listOf('a', 'slow', 'c')
    fetched.mockReturnValue(new Promise(() => undefined))
    void dispatch(carsApi.endpoints.deleteMyCar.initiate({ params: { id: 'slow' } }))
    expect(readShownIds()).toEqual({ ids: ['a', 'c'], total: 2 })
  })

  it('stays out of a list that is being fetched, and returns if the server fails', async () => {
    const { shown: readShownIds, dispatch } = await listOf('a', 'b', 'c')
    const list = Promise.withResolvers<Response>()
    const deleted = Promise.withResolvers<Response>()
    fetched.mockImplementation((_url, init) => (init?.method === 'DELETE' ? deleted : list).promise)
    dispatch(api.util.invalidateTags(['Car']))
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    const deletion = dispatch(carsApi.endpoints.deleteMyCar.initiate({ params: { id: 'b' } }))
    list.resolve(respondWith(['new', 'a', 'b', 'c']))
    await vi.waitFor(() => expect(readShownIds()).toEqual({ ids: ['new', 'a', 'c'], total: 3 }))
    deleted.resolve(new Response('', { status: 500 }))
    await deletion
    expect(readShownIds().ids.toSorted()).toEqual(['a', 'b', 'c', 'new'])
    expect(readShownIds().total).toBe(4)
  })

  it('returns to its place if the server fails', async () => {
    const { shown: readShownIds, dispatch } = await listOf('a', 'b', 'c')
    fetched.mockResolvedValue(new Response('', { status: 500 }))
    await dispatch(carsApi.endpoints.deleteMyCar.initiate({ params: { id: 'b' } }))
    expect(readShownIds()).toEqual({ ids: ['a', 'b', 'c'], total: 3 })
  })

  it('returns once if several deletions fail in a different order', async () => {
    const { shown: readShownIds, dispatch } = await listOf('a', 'b', 'c', 'd')
    const responses = new Map<string, (response: Response) => void>()
    fetched.mockImplementation((url) => new Promise((resolve) => responses.set(String(url).at(-1)!, resolve)))
    const deletions = ['b', 'c'].map((id) =>
      dispatch(carsApi.endpoints.deleteMyCar.initiate({ params: { id } })),
    )
    await vi.waitFor(() => expect(responses.size).toBe(2))
    expect(readShownIds().ids).toEqual(['a', 'd'])
    responses.get('b')!(new Response('', { status: 500 }))
    await deletions[0]
    expect(readShownIds().ids).toEqual(['a', 'b', 'd'])
    responses.get('c')!(new Response('', { status: 500 }))
    await deletions[1]
    expect([...readShownIds().ids].sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(readShownIds().total).toBe(4)
  })

  it('causes a refetch of its list if the rejection means that the list is stale', async () => {
    const { shown: readShownIds, dispatch } = await listOf('a', 'b')
    fetched.mockImplementation((_url, init) =>
      Promise.resolve(init?.method === 'DELETE' ? problem(409, 'car-sold') : respondWith(['a', 'b', 'new'])),
    )
    await dispatch(carsApi.endpoints.deleteMyCar.initiate({ params: { id: 'b' } }))
    await vi.waitFor(() => expect(readShownIds().ids).toEqual(['a', 'b', 'new']))
  })
})

async function listOf(...ids: string[]) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  })
  fetched.mockResolvedValueOnce(respondWith(ids))
  await store.dispatch(allCarsApi.endpoints.listAllCars.initiate(undefined))
  return {
    dispatch: store.dispatch,
    shown() {
      const { data } = allCarsApi.endpoints.listAllCars.select(undefined)(store.getState())
      const { items = [], total } = flattenPages(data)
      return { ids: items.map(({ _id }) => _id), total }
    },
  }
}

function respondWith(ids: string[]): Response {
  return Response.json(
    ids.map((_id) => ({ _id })),
    { headers: { 'x-total-count': String(ids.length) } },
  )
}

function problem(status: number, code: string): Response {
  return Response.json({ type: `/problems/${code}`, code, status, message: code }, { status })
}
