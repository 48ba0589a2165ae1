import type { documentEndpoints } from '../../../../contract/deal-documents.ts'
import { ApiResponse, type Handlers } from '../../../http/handler.ts'
import {
  getDealDocuments,
  setDealDocuments,
  signDealDocuments,
  writeDealDocuments,
} from './deal-documents.service.ts'
import { toWireDocuments } from './deal-documents.wire.ts'

export const dealDocumentRoutes: Handlers<keyof typeof documentEndpoints> = {
  getDealDocuments: async ({ ctx, actor, params, query }) =>
    toWireDocuments(await getDealDocuments(ctx, actor, params.purchaseID, query.revision)),
  setDealDocuments,
  signDealDocuments,
  getDealDocumentsFile: async ({ ctx, actor, params, query }) =>
    new ApiResponse(await writeDealDocuments(ctx, actor, params.purchaseID, query.revision), {
      headers: {
        'Content-Disposition': `attachment; filename="kerblight-sale-${params.purchaseID}.pdf"`,
      },
    }),
}
