import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const dealApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeal: build.query({ ...endpoint('getDeal'), providesTags: ['Deal'] }),
    setHandover: build.mutation({ ...endpoint('setHandover'), invalidatesTags: ['Deal'] }),
    enterHandoverCode: build.mutation({ ...endpoint('enterHandoverCode'), invalidatesTags: changed }),
    confirmReceived: build.mutation({ ...endpoint('confirmReceived'), invalidatesTags: changed }),
    reportDealProblem: build.mutation({ ...endpoint('reportDealProblem'), invalidatesTags: changed }),
    decideDealProblem: build.mutation({
      ...endpoint('decideDealProblem'),
      // A refund that Stripe rejects still changes these records.
      invalidatesTags: ['Deal', 'Payment', 'Purchase', 'Sale', 'Payout', 'Audit'],
    }),
  }),
})

/** A rejected transition means that the deal has moved on, so failed calls reload it as well. */
function changed() {
  return ['Deal', 'Purchase', 'Sale', 'Payout'] as const
}

export const {
  useGetDealQuery,
  useSetHandoverMutation,
  useEnterHandoverCodeMutation,
  useConfirmReceivedMutation,
  useReportDealProblemMutation,
  useDecideDealProblemMutation,
} = dealApi
