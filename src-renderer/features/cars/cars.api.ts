import { api } from '../../api/api.ts'
import { endpoint, pagedEndpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

/** How long one may look at a car and still come back to the pages one had loaded. */
const READING_SECONDS = 600

/** A deleted car also leaves purchase lists, and a changed one is changed there too. */
const touched = unlessFailed('Car', 'Category', 'Purchase')

export const carsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCars: build.infiniteQuery({
      ...pagedEndpoint('listCars'),
      providesTags: ['Car'],
      keepUnusedDataFor: READING_SECONDS,
    }),
    getCarFacets: build.query({
      ...endpoint('getCarFacets'),
      providesTags: ['Car'],
      keepUnusedDataFor: READING_SECONDS,
    }),
    listAllCars: build.infiniteQuery({ ...pagedEndpoint('listAllCars'), providesTags: ['Car'] }),
    getCar: build.query({ ...endpoint('getCar'), providesTags: ['Car'] }),
    addCar: build.mutation({ ...endpoint('addCar'), invalidatesTags: touched }),
    updateCar: build.mutation({ ...endpoint('updateCar'), invalidatesTags: touched }),
    updateCars: build.mutation({ ...endpoint('updateCars'), invalidatesTags: touched }),
    deleteCars: build.mutation({ ...endpoint('deleteCars'), invalidatesTags: touched }),
    deleteAnyCar: build.mutation({ ...endpoint('deleteAnyCar'), invalidatesTags: touched }),
    deleteMyCar: build.mutation({ ...endpoint('deleteMyCar'), invalidatesTags: touched }),
    relistCar: build.mutation({ ...endpoint('relistCar'), invalidatesTags: touched }),
    featureCar: build.mutation({ ...endpoint('featureCar'), invalidatesTags: touched }),
    unfeatureCar: build.mutation({ ...endpoint('unfeatureCar'), invalidatesTags: touched }),
  }),
})

export const {
  useListCarsInfiniteQuery,
  useListAllCarsInfiniteQuery,
  useGetCarQuery,
  useAddCarMutation,
  useUpdateCarMutation,
  useUpdateCarsMutation,
  useDeleteCarsMutation,
  useDeleteAnyCarMutation,
  useDeleteMyCarMutation,
  useRelistCarMutation,
  useFeatureCarMutation,
  useUnfeatureCarMutation,
} = carsApi
