import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint, definePagedEndpoint, type CallInput } from '../../api/endpoint.ts'
import { getRowIds, removeOptimistically } from '../../api/optimistic-removal.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

/** The time in seconds that a list's loaded pages stay cached while the user looks at a car. */
const READING_SECONDS = 600

/** The tags of a changed or deleted car, which may also be on purchase lists. */
const touched = invalidateOnSuccess('Car', 'Category', 'Purchase')
const touchedRow = invalidateWhenDoneOrStale('Car', 'Category', 'Purchase')

/** The lists that a deleted car is removed from immediately. */
const allCarLists = ['listAllCars']

export const carsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCars: build.infiniteQuery({
      ...definePagedEndpoint('listCars'),
      providesTags: ['Car'],
      keepUnusedDataFor: READING_SECONDS,
    }),
    getCarFacets: build.query({
      ...endpoint('getCarFacets'),
      providesTags: ['Car'],
      keepUnusedDataFor: READING_SECONDS,
    }),
    getCar: build.query({ ...endpoint('getCar'), providesTags: ['Car'] }),
    decodeVin: build.query({ ...endpoint('decodeVin') }),
    getNextStockNumber: build.query({ ...endpoint('getNextStockNumber'), providesTags: ['Car'] }),
    getRelatedCars: build.query({ ...endpoint('getRelatedCars'), providesTags: ['Car'] }),
    addCar: build.mutation({ ...endpoint('addCar'), invalidatesTags: touched }),
    updateCar: build.mutation({ ...endpoint('updateCar'), invalidatesTags: touched }),
    addDraft: build.mutation({ ...endpoint('addDraft'), invalidatesTags: invalidateOnSuccess('Car') }),
    saveDraft: build.mutation({ ...endpoint('saveDraft'), invalidatesTags: invalidateOnSuccess('Car') }),
    setCarState: build.mutation({
      ...endpoint('setCarState'),
      invalidatesTags: invalidateWhenDoneOrStale('Car', 'Category', 'Purchase', 'Sale'),
    }),
    setCarStates: build.mutation({
      ...endpoint('setCarStates'),
      invalidatesTags: invalidateWhenDoneOrStale('Car', 'Category', 'Purchase', 'Sale'),
    }),
    updateCars: build.mutation({ ...endpoint('updateCars'), invalidatesTags: touchedRow }),
    deleteCars: build.mutation({
      ...endpoint('deleteCars'),
      ...removeOptimistically(allCarLists, ({ body }: CallInput<'deleteCars'>) => body.ids),
      invalidatesTags: touchedRow,
    }),
    deleteAnyCar: build.mutation({
      ...endpoint('deleteAnyCar'),
      ...removeOptimistically(allCarLists, getRowIds),
      invalidatesTags: touchedRow,
    }),
    deleteMyCar: build.mutation({
      ...endpoint('deleteMyCar'),
      ...removeOptimistically(allCarLists, getRowIds),
      invalidatesTags: touchedRow,
    }),
    relistCar: build.mutation({ ...endpoint('relistCar'), invalidatesTags: touchedRow }),
    featureCar: build.mutation({ ...endpoint('featureCar'), invalidatesTags: touchedRow }),
    unfeatureCar: build.mutation({ ...endpoint('unfeatureCar'), invalidatesTags: touchedRow }),
  }),
})

export const {
  useListCarsInfiniteQuery,
  useGetCarQuery,
  useGetNextStockNumberQuery,
  useGetRelatedCarsQuery,
  useAddCarMutation,
  useUpdateCarMutation,
  useAddDraftMutation,
  useSaveDraftMutation,
  useSetCarStateMutation,
  useSetCarStatesMutation,
  useUpdateCarsMutation,
  useDeleteCarsMutation,
  useDeleteAnyCarMutation,
  useDeleteMyCarMutation,
  useRelistCarMutation,
  useFeatureCarMutation,
  useUnfeatureCarMutation,
} = carsApi
