import { api } from '../../api/api.ts'
import { endpoint, definePagedEndpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMessages: build.infiniteQuery({ ...definePagedEndpoint('listMessages'), providesTags: ['Message'] }),
    countUnreadMessages: build.query({ ...endpoint('countUnreadMessages'), providesTags: ['Message'] }),
    readMessage: build.mutation({
      ...endpoint('readMessage'),
      invalidatesTags: invalidateOnSuccess('Message'),
    }),
    readMessages: build.mutation({
      ...endpoint('readMessages'),
      invalidatesTags: invalidateOnSuccess('Message'),
    }),
  }),
})

export const {
  useListMessagesInfiniteQuery,
  useCountUnreadMessagesQuery,
  useReadMessageMutation,
  useReadMessagesMutation,
} = messagesApi
