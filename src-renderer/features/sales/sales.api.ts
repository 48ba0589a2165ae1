import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'

export const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSales: build.infiniteQuery({ ...pagedEndpoint('listSales'), providesTags: ['Sale'] }),
    // An admin's are the whole market's.
    listSalesByMonth: build.query({ ...endpoint('listSalesByMonth'), providesTags: ['Sale', 'Payment'] }),
  }),
})

export const { useListSalesInfiniteQuery, useListSalesByMonthQuery } = salesApi
