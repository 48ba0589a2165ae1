import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const priceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCarPrice: build.query({ ...endpoint('getCarPrice'), providesTags: ['Car'] }),
  }),
})

export const { useGetCarPriceQuery } = priceApi
