import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'

const touched = invalidateWhenDoneOrStale('Payout', 'Audit')

const feesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFees: build.query({ ...endpoint('getFees'), providesTags: ['Payout'] }),
    setFee: build.mutation({ ...endpoint('setFee'), invalidatesTags: touched }),
    setSellerFee: build.mutation({ ...endpoint('setSellerFee'), invalidatesTags: touched }),
    deleteSellerFee: build.mutation({ ...endpoint('deleteSellerFee'), invalidatesTags: touched }),
  }),
})

export const { useGetFeesQuery, useSetFeeMutation, useSetSellerFeeMutation, useDeleteSellerFeeMutation } =
  feesApi
