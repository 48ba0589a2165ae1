import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const statementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatements: build.query({ ...endpoint('getStatements'), providesTags: ['Payout'] }),
  }),
})

export const { useGetStatementsQuery } = statementsApi
