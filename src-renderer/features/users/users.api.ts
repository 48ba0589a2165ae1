import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

const touched = invalidateWhenDoneOrStale('User', 'Audit')

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query({ ...listEndpoint('listUsers'), providesTags: ['User'] }),
    listSellers: build.query({ ...listEndpoint('listSellers'), providesTags: ['User'] }),
    listBuyers: build.query({ ...listEndpoint('listBuyers'), providesTags: ['User'] }),
    countUsers: build.query({ ...endpoint('countUsers'), providesTags: ['User'] }),
    // Deleting an account also takes down its unsold cars.
    deleteUser: build.mutation({
      ...endpoint('deleteUser'),
      invalidatesTags: invalidateWhenDoneOrStale('User', 'Audit', 'Car', 'Category', 'Report', 'Review'),
    }),
    makeAdmin: build.mutation({ ...endpoint('makeAdmin'), invalidatesTags: touched }),
    revokeAdmin: build.mutation({ ...endpoint('revokeAdmin'), invalidatesTags: touched }),
    verifySeller: build.mutation({
      ...endpoint('verifySeller'),
      invalidatesTags: invalidateWhenDoneOrStale('User', 'Audit', 'Car'),
    }),
    unverifySeller: build.mutation({
      ...endpoint('unverifySeller'),
      invalidatesTags: invalidateWhenDoneOrStale('User', 'Audit', 'Car'),
    }),
  }),
})

export const {
  useListUsersQuery,
  useListSellersQuery,
  useListBuyersQuery,
  useDeleteUserMutation,
  useMakeAdminMutation,
  useRevokeAdminMutation,
  useVerifySellerMutation,
  useUnverifySellerMutation,
} = usersApi
