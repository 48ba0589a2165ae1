import { api } from '../../api/api.ts'
import { whenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

const touched = whenDoneOrStale('User', 'Audit')

/** People as admins look after them. */
export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.infiniteQuery({ ...pagedEndpoint('listUsers'), providesTags: ['User'] }),
    listSellers: build.infiniteQuery({ ...pagedEndpoint('listSellers'), providesTags: ['User'] }),
    listBuyers: build.infiniteQuery({ ...pagedEndpoint('listBuyers'), providesTags: ['User'] }),
    placeUsers: build.query({ ...placedEndpoint('listUsers'), providesTags: ['User'] }),
    placeSellers: build.query({ ...placedEndpoint('listSellers'), providesTags: ['User'] }),
    placeBuyers: build.query({ ...placedEndpoint('listBuyers'), providesTags: ['User'] }),
    countUsers: build.query({ ...endpoint('countUsers'), providesTags: ['User'] }),
    // Their unsold cars go with them.
    deleteUser: build.mutation({
      ...endpoint('deleteUser'),
      invalidatesTags: whenDoneOrStale('User', 'Audit', 'Car', 'Category', 'Report', 'Review'),
    }),
    makeAdmin: build.mutation({ ...endpoint('makeAdmin'), invalidatesTags: touched }),
    revokeAdmin: build.mutation({ ...endpoint('revokeAdmin'), invalidatesTags: touched }),
    verifySeller: build.mutation({
      ...endpoint('verifySeller'),
      invalidatesTags: whenDoneOrStale('User', 'Audit', 'Car'),
    }),
    unverifySeller: build.mutation({
      ...endpoint('unverifySeller'),
      invalidatesTags: whenDoneOrStale('User', 'Audit', 'Car'),
    }),
  }),
})

export const {
  useListUsersInfiniteQuery,
  useListSellersInfiniteQuery,
  useListBuyersInfiniteQuery,
  useDeleteUserMutation,
  useMakeAdminMutation,
  useRevokeAdminMutation,
  useVerifySellerMutation,
  useUnverifySellerMutation,
} = usersApi
