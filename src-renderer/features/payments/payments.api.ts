import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPayments: build.query({ ...listEndpoint('listPayments'), providesTags: ['Payment'] }),
    countPayments: build.query({ ...endpoint('countPayments'), providesTags: ['Payment'] }),
    refundPayment: build.mutation({
      ...endpoint('refundPayment'),
      // A refund that Stripe rejects still changes these records.
      invalidatesTags: ['Payment', 'Purchase', 'Sale', 'Audit'],
    }),
  }),
})

export const { useListPaymentsQuery, useRefundPaymentMutation } = paymentsApi
