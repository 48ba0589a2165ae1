import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    createPaymentIntent: build.mutation(endpoint('createPaymentIntent')),
    addDeposit: build.mutation(endpoint('addDeposit')),
    cancelAttempt: build.mutation({
      ...endpoint('cancelAttempt'),
      invalidatesTags: unlessFailed('Purchase', 'Car'),
    }),
    savePayment: build.mutation({
      ...endpoint('savePayment'),
      invalidatesTags: unlessFailed('Purchase', 'Car', 'Category', 'Report'),
    }),
  }),
})
