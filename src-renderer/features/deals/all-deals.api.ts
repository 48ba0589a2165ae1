import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const allDealsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeals: build.query({ ...listEndpoint('listDeals'), providesTags: ['Deal'] }),
    countDeals: build.query({ ...endpoint('countDeals'), providesTags: ['Deal'] }),
  }),
})

export const { useListDealsQuery, useCountDealsQuery } = allDealsApi
