import { api } from '../../api/api.ts'
import { pagedEndpoint } from '../../api/endpoint.ts'

export const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSales: build.infiniteQuery({ ...pagedEndpoint('listSales'), providesTags: ['Sale'] }),
  }),
})

export const { useListSalesInfiniteQuery } = salesApi
