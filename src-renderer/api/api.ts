import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query.ts'
import { isPrerenderedResponses } from './prerendered-responses.ts'
import { tagTypes } from '../../contract/api/tags.ts'

/**
 * The API slice without endpoints. Each feature injects its own endpoints, so their code loads with
 * the feature's pages.
 */
export const api = createApi({
  baseQuery,
  tagTypes,
  endpoints: () => ({}),
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  // The server has already read these responses for the page.
  extractRehydrationInfo: (action) =>
    isPrerenderedResponses(action) ? (action.payload as never) : undefined,
})
