import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMessages: build.infiniteQuery({ ...pagedEndpoint('listMessages'), providesTags: ['Message'] }),
    readMessage: build.mutation({ ...endpoint('readMessage'), invalidatesTags: unlessFailed('Message') }),
  }),
})

export const { useListMessagesInfiniteQuery, useReadMessageMutation } = messagesApi
