import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'

const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    endReservation: build.mutation({
      ...endpoint('endReservation'),
      invalidatesTags: invalidateWhenDoneOrStale('Purchase', 'Sale', 'Car', 'Payment'),
    }),
    recordDealershipPayment: build.mutation({
      ...endpoint('recordDealershipPayment'),
      invalidatesTags: invalidateWhenDoneOrStale('Purchase', 'Sale', 'Car', 'Payment', 'Deal'),
    }),
  }),
})

export const { useEndReservationMutation, useRecordDealershipPaymentMutation } = depositsApi
