import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCategories: build.query({ ...endpoint('listCategories'), providesTags: ['Category'] }),
    listAllCategories: build.query({ ...endpoint('listCategories'), providesTags: ['Category'] }),
  }),
})

/** The query for all makes, including those without cars. */
export const allMakes = { query: { all: '1' } } as const

export const { useListCategoriesQuery, useListAllCategoriesQuery } = categoriesApi
