import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { FieldError } from '../../../contract/api/problems.ts'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
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

type ValueChoice = Call<'setImportValues'>['body']['values'][number]

/** Rereads the spreadsheet with the seller's value replacements, and remembers these for future imports. */
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
    const countBefore = await countChosenValues(trx, actor.id)
    for (const { field, value, becomes } of values) {
      const key = { field, value: valueKey(value) }
      if (becomes === undefined) await deleteRememberedValue(trx, actor.id, key)
      else await rememberValue(trx, actor.id, { ...key, becomes })
    }
    const countAfter = await countChosenValues(trx, actor.id)
    if (countAfter > countBefore && countAfter > ctx.config.quotas.importValues)
      throw createQuotaProblem('importValues', ctx.config.quotas)
    await moveImport(trx, job.id, ['ready'], 'reading', { done: 0 })
  })
  ctx.imports.wake()
  return { acknowledged: true, state: 'reading' }
}

async function findValueErrors(db: Db, values: readonly ValueChoice[]): Promise<FieldError[]> {
  const makes = await readMakes(db)
  return values.flatMap(({ field, becomes }, index) => {
    if (typeof becomes !== 'string') return []
    const reading = readCell(field, becomes, makes)
    if ('fieldValues' in reading) return []
    const { message, fix } = 'rejection' in reading ? reading.rejection : reading.warning
    return [{ path: `values.${index}.becomes`, message: `${message} ${fix}` }]
  })
}
