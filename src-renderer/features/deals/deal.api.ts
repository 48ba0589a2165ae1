import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const dealApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeal: build.query({ ...endpoint('getDeal'), providesTags: ['Deal'] }),
    setHandover: build.mutation({ ...endpoint('setHandover'), invalidatesTags: ['Deal'] }),
    enterHandoverCode: build.mutation({ ...endpoint('enterHandoverCode'), invalidatesTags: changed }),
    confirmReceived: build.mutation({ ...endpoint('confirmReceived'), invalidatesTags: changed }),
    reportDealProblem: build.mutation({ ...endpoint('reportDealProblem'), invalidatesTags: changed }),
    requestReturn: build.mutation({ ...endpoint('requestReturn'), invalidatesTags: changed }),
    confirmReturn: build.mutation({ ...endpoint('confirmReturn'), invalidatesTags: refunded }),
    getDealDocuments: build.query({ ...endpoint('getDealDocuments'), providesTags: ['Deal'] }),
    setDealDocuments: build.mutation({ ...endpoint('setDealDocuments'), invalidatesTags: ['Deal'] }),
    signDealDocuments: build.mutation({ ...endpoint('signDealDocuments'), invalidatesTags: ['Deal'] }),
    decideDealProblem: build.mutation({
      ...endpoint('decideDealProblem'),
      invalidatesTags: refunded,
    }),
  }),
})

/** A rejected transition means that the deal has moved on, so failed calls reload it as well. */
function changed() {
  return ['Deal', 'Purchase', 'Sale', 'Payout'] as const
}

/** A refund that Stripe rejects still changes these records. */
function refunded() {
  return ['Deal', 'Payment', 'Purchase', 'Sale', 'Payout', 'Audit'] as const
}

export const {
  useGetDealQuery,
  useSetHandoverMutation,
  useEnterHandoverCodeMutation,
  useConfirmReceivedMutation,
  useReportDealProblemMutation,
  useRequestReturnMutation,
  useConfirmReturnMutation,
  useGetDealDocumentsQuery,
  useSetDealDocumentsMutation,
  useSignDealDocumentsMutation,
  useDecideDealProblemMutation,
} = dealApi
