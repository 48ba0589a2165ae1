import type { Purchase } from '../../../contract/purchases.ts'
import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, definePagedEndpoint, type CallInput } from '../../api/endpoint.ts'
import { removeOptimistically } from '../../api/optimistic-removal.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPurchases: build.infiniteQuery({
      ...definePagedEndpoint('listPurchases'),
      providesTags: ['Purchase'],
    }),
    getPurchase: build.query({ ...endpoint('getPurchase'), providesTags: ['Purchase'] }),
    /** Finds a buyer's newest purchase, optionally of one car, or null if they have no purchase. */
    findNewestPurchase: build.query({
      ...endpoint('listPurchases'),
      transformResponse: (response: unknown) => (response as Purchase[])[0] ?? null,
      providesTags: ['Purchase'],
    }),
    addPurchase: build.mutation({
      ...endpoint('addPurchase'),
      invalidatesTags: invalidateOnSuccess('Purchase', 'Car', 'Report'),
    }),
    acceptPrice: build.mutation({
      ...endpoint('acceptPrice'),
      invalidatesTags: invalidateOnSuccess('Purchase'),
    }),
    deletePurchase: build.mutation({
      ...endpoint('deletePurchase'),
      ...removeOptimistically(['listPurchases'], ({ params }: CallInput<'deletePurchase'>) => [params.id]),
      invalidatesTags: invalidateWhenDoneOrStale('Purchase', 'Car', 'Report'),
    }),
  }),
})
