import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

/** Endpoints for the list of all cars, separate from the others because no public page needs them. */
export const allCarsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The response also counts the purchase lists that each car is on.
    listAllCars: build.query({ ...listEndpoint('listAllCars'), providesTags: ['Car', 'Sale'] }),
    countAllCars: build.query({ ...endpoint('countAllCars'), providesTags: ['Car'] }),
  }),
})

export const { useCountAllCarsQuery, useListAllCarsQuery } = allCarsApi
