import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { FieldError } from '../../../contract/api/problems.ts'
import { quotaExceeded } from '../../../contract/api/quotas.ts'
import type { Db } from '../../db/tables.ts'
import { assertNoErrors } from '../../http/validate.ts'
import type { Call } from '../../http/handler.ts'
import { countChosenValues, deleteRememberedValue, rememberValue } from './import-values.repository.ts'
import { moveImport } from './import.repository.ts'
import { getOwnImport } from './import.service.ts'
import { valueKey } from './plan/chosen-values.ts'
import { readCell } from './plan/read-cell.ts'
import { readMakes } from './read-import.ts'
import { assertReady } from './assert-ready.ts'

type Chosen = Call<'setImportValues'>['body']['values'][number]

/**
 * Reads the spreadsheet again with the seller's value replacements, and remembers these for future imports.
 */
export async function setImportValues({
  ctx,
  actor,
  params,
  body: { values },
}: Call<'setImportValues'>): Promise<EndpointOutput<'setImportValues'>> {
  assertNoErrors(await findValueErrors(ctx.db, values))
  await ctx.db.transaction().execute(async (trx) => {
    const job = await getOwnImport(trx, 'setImportValues', actor, params.id)
    assertReady(job)
    const before = await countChosenValues(trx, actor.id)
    for (const { field, value, becomes } of values) {
      const one = { field, value: valueKey(value) }
      if (becomes === undefined) await deleteRememberedValue(trx, actor.id, one)
      else await rememberValue(trx, actor.id, { ...one, becomes })
    }
    const after = await countChosenValues(trx, actor.id)
    if (after > before && after > ctx.config.quotas.importValues)
      throw quotaExceeded('importValues', ctx.config.quotas)
    await moveImport(trx, job.id, ['ready'], 'reading', { done: 0 })
  })
  ctx.imports.wake()
  return { acknowledged: true, state: 'reading' }
}

async function findValueErrors(db: Db, values: readonly Chosen[]): Promise<FieldError[]> {
  const makes = await readMakes(db)
  return values.flatMap(({ field, becomes }, at) => {
    if (typeof becomes !== 'string') return []
    const reading = readCell(field, becomes, makes)
    if ('said' in reading) return []
    const { message, fix } = 'rejection' in reading ? reading.rejection : reading.warning
    return [{ path: `values.${at}.becomes`, message: `${message} ${fix}` }]
  })
}
