import type { Purchase } from '../../../contract/purchases.ts'
import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint, type CallInput } from '../../api/endpoint.ts'
import { removeOptimistically } from '../../api/optimistic-removal.ts'
import { unlessFailed } from '../../api/tags.ts'

export const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPurchases: build.infiniteQuery({ ...pagedEndpoint('listPurchases'), providesTags: ['Purchase'] }),
    getPurchase: build.query({ ...endpoint('getPurchase'), providesTags: ['Purchase'] }),
    /** Finds a buyer's newest purchase, optionally of one car, or null if they have no purchase. */
    findNewestPurchase: build.query({
      ...endpoint('listPurchases'),
      transformResponse: (response: unknown) => (response as Purchase[])[0] ?? null,
      providesTags: ['Purchase'],
    }),
    addPurchase: build.mutation({
      ...endpoint('addPurchase'),
      invalidatesTags: unlessFailed('Purchase', 'Car', 'Report'),
    }),
    acceptPrice: build.mutation({ ...endpoint('acceptPrice'), invalidatesTags: unlessFailed('Purchase') }),
    deletePurchase: build.mutation({
      ...endpoint('deletePurchase'),
      ...removeOptimistically(['listPurchases'], ({ params }: CallInput<'deletePurchase'>) => [params.id]),
      invalidatesTags: whenDoneOrStale('Purchase', 'Car', 'Report'),
    }),
  }),
})
