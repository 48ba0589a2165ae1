import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSales: build.query({ ...listEndpoint('listSales'), providesTags: ['Sale'] }),
    countSales: build.query({ ...endpoint('countSales'), providesTags: ['Sale'] }),
    // For admins, the response covers all sellers' sales.
    listSalesByMonth: build.query({ ...endpoint('listSalesByMonth'), providesTags: ['Sale', 'Payment'] }),
  }),
})

export const { useCountSalesQuery, useListSalesQuery, useListSalesByMonthQuery } = salesApi
