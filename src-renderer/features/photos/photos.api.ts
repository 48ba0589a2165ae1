import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'

export const photosApi = api.injectEndpoints({
  endpoints: (build) => ({
    findNamedCars: build.mutation({ ...endpoint('findNamedCars') }),
    addPhotos: build.mutation({ ...endpoint('addPhotos'), invalidatesTags: unlessFailed('Car') }),
  }),
})
