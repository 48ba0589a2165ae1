import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

export const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSales: build.infiniteQuery({ ...pagedEndpoint('listSales'), providesTags: ['Sale'] }),
    placeSales: build.query({ ...placedEndpoint('listSales'), providesTags: ['Sale'] }),
    countSales: build.query({ ...endpoint('countSales'), providesTags: ['Sale'] }),
    // An admin's are the whole market's.
    listSalesByMonth: build.query({ ...endpoint('listSalesByMonth'), providesTags: ['Sale', 'Payment'] }),
  }),
})

export const { useListSalesInfiniteQuery, useListSalesByMonthQuery } = salesApi
