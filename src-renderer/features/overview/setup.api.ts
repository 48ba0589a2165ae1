import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSetupProblems: build.query(endpoint('listSetupProblems')),
    listJobs: build.query(endpoint('listJobs')),
  }),
})

export const { useListSetupProblemsQuery, useListJobsQuery } = setupApi
