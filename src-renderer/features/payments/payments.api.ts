import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

/** Payment records, for admins. */
export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayments: build.infiniteQuery({ ...pagedEndpoint('listPayments'), providesTags: ['Payment'] }),
    placePayments: build.query({ ...placedEndpoint('listPayments'), providesTags: ['Payment'] }),
    countPayments: build.query({ ...endpoint('countPayments'), providesTags: ['Payment'] }),
    refundPayment: build.mutation({
      ...endpoint('refundPayment'),
      // A refund that Stripe refuses leaves its mark as well.
      invalidatesTags: ['Payment', 'Purchase', 'Sale', 'Audit'],
    }),
  }),
})

export const { useListPaymentsInfiniteQuery, useRefundPaymentMutation } = paymentsApi
