import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const feedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeeds: build.query({ ...endpoint('listFeeds'), providesTags: ['Feed', 'Car'] }),
    getFeed: build.query({ ...endpoint('getFeed'), providesTags: ['Feed', 'Car'] }),
    listFeedCars: build.query({ ...listEndpoint('listFeedCars'), providesTags: ['Feed', 'Car'] }),
    addFeed: build.mutation({ ...endpoint('addFeed'), invalidatesTags: ['Feed'] }),
    deleteFeed: build.mutation({ ...endpoint('deleteFeed'), invalidatesTags: ['Feed'] }),
  }),
})

export const { useListFeedsQuery, useGetFeedQuery, useAddFeedMutation, useDeleteFeedMutation } = feedsApi
