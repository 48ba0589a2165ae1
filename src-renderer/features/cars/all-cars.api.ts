import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

/** The list of all cars as a dense table reads it; apart from the other calls, since no public page needs it. */
export const allCarsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // It also says on how many lists each car is.
    placeAllCars: build.query({ ...placedEndpoint('listAllCars'), providesTags: ['Car', 'Sale'] }),
    countAllCars: build.query({ ...endpoint('countAllCars'), providesTags: ['Car'] }),
  }),
})

export const { useCountAllCarsQuery } = allCarsApi
