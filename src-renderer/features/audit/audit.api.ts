import { api } from '../../api/api.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query({ ...listEndpoint('listAudit'), providesTags: ['Audit'] }),
  }),
})
