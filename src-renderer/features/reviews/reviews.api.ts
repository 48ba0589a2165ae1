import { api } from '../../api/api.ts'
import { endpoint, definePagedEndpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

/** The query for the first page of /reviews. */
export const allReviews = { query: { limit: 24 } }

export const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllReviews: build.infiniteQuery({
      ...definePagedEndpoint('listAllReviews'),
      providesTags: ['Review'],
    }),
    getReviewSummary: build.query({ ...endpoint('getReviewSummary'), providesTags: ['Review'] }),
    listMyReviews: build.infiniteQuery({ ...definePagedEndpoint('listMyReviews'), providesTags: ['Review'] }),
    getReview: build.query({ ...endpoint('getReview'), providesTags: ['Review'] }),
    addReview: build.mutation({
      ...endpoint('addReview'),
      invalidatesTags: invalidateOnSuccess('Review', 'Purchase'),
    }),
    updateReview: build.mutation({
      ...endpoint('updateReview'),
      invalidatesTags: invalidateOnSuccess('Review'),
    }),
    deleteReview: build.mutation({
      ...endpoint('deleteReview'),
      invalidatesTags: invalidateOnSuccess('Review', 'Purchase'),
    }),
  }),
})
