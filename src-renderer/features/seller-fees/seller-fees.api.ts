import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

const sellerFeesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSellerFees: build.query({ ...endpoint('getSellerFees'), providesTags: ['SellerFees'] }),
    listSellerFeeChanges: build.query({
      ...endpoint('listSellerFeeChanges'),
      providesTags: ['SellerFees'],
    }),
    saveSellerFees: build.mutation({
      ...endpoint('saveSellerFees'),
      invalidatesTags: invalidateOnSuccess('SellerFees', 'Car'),
    }),
  }),
})

export const { useGetSellerFeesQuery, useListSellerFeeChangesQuery, useSaveSellerFeesMutation } =
  sellerFeesApi
