import { api } from '../../api/api.ts'
import { pagedEndpoint } from '../../api/endpoint.ts'

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery({ ...pagedEndpoint('listAudit'), providesTags: ['Audit'] }),
  }),
})

export const { useListAuditInfiniteQuery } = auditApi
