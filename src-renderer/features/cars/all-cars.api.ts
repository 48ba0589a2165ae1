import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

/** The list of all cars; apart from the other calls, since no public page needs it. */
export const allCarsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // It also says on how many lists each car is.
    listAllCars: build.query({ ...listEndpoint('listAllCars'), providesTags: ['Car', 'Sale'] }),
    countAllCars: build.query({ ...endpoint('countAllCars'), providesTags: ['Car'] }),
  }),
})

export const { useCountAllCarsQuery, useListAllCarsQuery } = allCarsApi
