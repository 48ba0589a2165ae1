import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCategories: build.query({ ...endpoint('listCategories'), providesTags: ['Category'] }),
  }),
})

export const { useListCategoriesQuery } = categoriesApi
