import { ProblemError } from '../../../contract/api/problems.ts'
import type { Statement, StatementDocument, statementEndpoints } from '../../../contract/statements.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writePdf } from '../../core/pdf/write-pdf.ts'
import { ApiResponse, type Handlers } from '../../http/handler.ts'
import { canAccess } from '../../http/row-access.ts'
import { layOutPdf } from './statement-pdf.ts'
import { writeStatementCsv } from './statement-csv.ts'
import { findSellerName } from './statement.repository.ts'
import { computeStatement, hasFees, listStatementMonths } from './statement.ts'

export const statementRoutes: Handlers<keyof typeof statementEndpoints> = {
  async getStatements({ ctx, actor, query }) {
    const seller = await getSeller(ctx, 'getStatements', actor, query.seller)
    return { sellerName: seller.name, months: await listStatementMonths(ctx.db, seller.id, ctx.now()) }
  },
  getStatement: ({ ctx, actor, query, params }) => getStatement(ctx, 'getStatement', actor, query, params),
  async getStatementPdf({ ctx, actor, query, params }) {
    const statement = await getStatement(ctx, 'getStatementPdf', actor, query, params)
    const content = layOutPdf(query.document, statement, ctx.config, ctx.now())
    return new ApiResponse(await writePdf(content), { headers: fileHeaders(query, params, 'pdf') })
  },
  async getStatementCsv({ ctx, actor, query, params }) {
    const statement = await getStatement(ctx, 'getStatementCsv', actor, query, params)
    const headers = { 'Cache-Control': 'no-store', ...fileHeaders(query, params, 'csv') }
    return new ApiResponse(writeStatementCsv(query.document, statement), { headers })
  },
}

type Name = keyof typeof statementEndpoints

async function getSeller(
  ctx: Context,
  endpoint: Name,
  actor: Actor,
  id = actor.id,
): Promise<{ id: string; name: string }> {
  const name = canAccess(endpoint, actor, id) ? await findSellerName(ctx.db, id) : null
  if (name === null) throw new ProblemError('not-found')
  return { id, name }
}

/**
 * Returns a seller's statement for a month.
 * @throws ProblemError `not-found` without access, for an empty month, and for the invoice of a month without
 * fees
 */
async function getStatement(
  ctx: Context,
  endpoint: Name,
  actor: Actor,
  { seller: sellerId, document }: { seller?: string | undefined; document?: StatementDocument },
  { month }: { month: string },
): Promise<Statement> {
  const seller = await getSeller(ctx, endpoint, actor, sellerId)
  const statement = await computeStatement(ctx.db, seller, month, ctx.now())
  if (!statement) throw new ProblemError('not-found')
  if (document === 'invoice' && !hasFees(statement.totals)) throw new ProblemError('not-found')
  return statement
}

function fileHeaders(
  { document }: { document: StatementDocument },
  { month }: { month: string },
  extension: string,
): Record<string, string> {
  const name = `kerblight-${document}-${month}.${extension}`
  return { 'Content-Disposition': `attachment; filename="${name}"` }
}
