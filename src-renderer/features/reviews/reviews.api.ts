import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

/** The query for the first page of /reviews. */
export const allReviews = { query: { limit: 24 } }

export const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllReviews: build.infiniteQuery({ ...pagedEndpoint('listAllReviews'), providesTags: ['Review'] }),
    getReviewSummary: build.query({ ...endpoint('getReviewSummary'), providesTags: ['Review'] }),
    listMyReviews: build.infiniteQuery({ ...pagedEndpoint('listMyReviews'), providesTags: ['Review'] }),
    getReview: build.query({ ...endpoint('getReview'), providesTags: ['Review'] }),
    addReview: build.mutation({
      ...endpoint('addReview'),
      invalidatesTags: unlessFailed('Review', 'Purchase'),
    }),
    updateReview: build.mutation({ ...endpoint('updateReview'), invalidatesTags: unlessFailed('Review') }),
    deleteReview: build.mutation({
      ...endpoint('deleteReview'),
      invalidatesTags: unlessFailed('Review', 'Purchase'),
    }),
  }),
})
