import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

/** A buyer's own purchase list. */
export const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPurchases: build.infiniteQuery({ ...pagedEndpoint('listPurchases'), providesTags: ['Purchase'] }),
    getPurchase: build.query({ ...endpoint('getPurchase'), providesTags: ['Purchase'] }),
    addPurchase: build.mutation({
      ...endpoint('addPurchase'),
      invalidatesTags: unlessFailed('Purchase', 'Car', 'Report'),
    }),
    acceptPrice: build.mutation({ ...endpoint('acceptPrice'), invalidatesTags: unlessFailed('Purchase') }),
    deletePurchase: build.mutation({
      ...endpoint('deletePurchase'),
      invalidatesTags: unlessFailed('Purchase', 'Car', 'Report'),
    }),
  }),
})
