import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Call } from '../../http/handler.ts'
import { moveImport, recordAnswers } from './import.repository.ts'
import { getOwnImport } from './import.service.ts'
import { rememberMileageUnit } from './import-values.repository.ts'
import { assertReady } from './assert-ready.ts'

/** Rereads the spreadsheet with the seller's answers to its questions. */
export async function setImportAnswers({
  ctx,
  actor,
  params,
  body,
}: Call<'setImportAnswers'>): Promise<EndpointOutput<'setImportAnswers'>> {
  await ctx.db.transaction().execute(async (trx) => {
    const job = await getOwnImport(trx, 'setImportAnswers', actor, params.id)
    assertReady(job)
    await recordAnswers(trx, job.id, {
      encoding: body.encoding ?? job.encoding,
      sold: body.sold ?? job.sold,
      mileageUnit: body.mileageUnit ?? job.mileageUnit,
    })
    if (body.mileageUnit) await rememberMileageUnit(trx, actor.id, body.mileageUnit)
    await moveImport(trx, job.id, ['ready'], 'reading', { done: 0 })
  })
  ctx.imports.wake()
  return { acknowledged: true, state: 'reading' }
}
