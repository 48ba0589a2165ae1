import { api } from '../../api/api.ts'
import { pagedEndpoint } from '../../api/endpoint.ts'
import { placedEndpoint } from '../../api/placed-endpoint.ts'

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery({ ...pagedEndpoint('listAudit'), providesTags: ['Audit'] }),
    placeAudit: build.query({ ...placedEndpoint('listAudit'), providesTags: ['Audit'] }),
  }),
})

export const { useListAuditInfiniteQuery } = auditApi
