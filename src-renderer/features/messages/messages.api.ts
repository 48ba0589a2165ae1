import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMessages: build.infiniteQuery({ ...pagedEndpoint('listMessages'), providesTags: ['Message'] }),
    countUnreadMessages: build.query({ ...endpoint('countUnreadMessages'), providesTags: ['Message'] }),
    readMessage: build.mutation({ ...endpoint('readMessage'), invalidatesTags: unlessFailed('Message') }),
    readMessages: build.mutation({ ...endpoint('readMessages'), invalidatesTags: unlessFailed('Message') }),
  }),
})

export const {
  useListMessagesInfiniteQuery,
  useCountUnreadMessagesQuery,
  useReadMessageMutation,
  useReadMessagesMutation,
} = messagesApi
