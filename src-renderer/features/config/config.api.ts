import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The world this build runs in. It does not change while the page is open. */
    getConfig: build.query({ ...endpoint('getConfig'), keepUnusedDataFor: 86_400 }),
  }),
})

export const { useGetConfigQuery } = configApi
