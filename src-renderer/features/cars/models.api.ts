import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

const modelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listModels: build.query(endpoint('listModels')),
  }),
})

export const { useListModelsQuery } = modelsApi
