import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

export const feedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFeeds: build.query({ ...endpoint('listFeeds'), providesTags: ['Feed', 'Car'] }),
    getFeed: build.query({ ...endpoint('getFeed'), providesTags: ['Feed', 'Car'] }),
    listFeedCars: build.infiniteQuery({ ...pagedEndpoint('listFeedCars'), providesTags: ['Feed', 'Car'] }),
    placeFeedCars: build.query({ ...placedEndpoint('listFeedCars'), providesTags: ['Feed', 'Car'] }),
    addFeed: build.mutation({ ...endpoint('addFeed'), invalidatesTags: ['Feed'] }),
    deleteFeed: build.mutation({ ...endpoint('deleteFeed'), invalidatesTags: ['Feed'] }),
  }),
})

export const {
  useListFeedsQuery,
  useGetFeedQuery,
  useListFeedCarsInfiniteQuery,
  useAddFeedMutation,
  useDeleteFeedMutation,
} = feedsApi
