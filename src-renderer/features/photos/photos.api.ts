import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'

export const photosApi = api.injectEndpoints({
  endpoints: (build) => ({
    findNamedCars: build.mutation({ ...endpoint('findNamedCars') }),
    addPhotos: build.mutation({ ...endpoint('addPhotos'), invalidatesTags: invalidateOnSuccess('Car') }),
  }),
})
