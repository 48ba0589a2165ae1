import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { invalidInput, type FieldError } from '../../../contract/problems.ts'
import type { Call } from '../../http/handler.ts'
import { forgetValue, rememberValue } from './import-values.repository.ts'
import { moveImport } from './import.repository.ts'
import { getOwnImport } from './import.service.ts'
import { valueKey } from './plan/chosen-values.ts'
import { readCell, type Makes } from './plan/read-cell.ts'
import { readMakes } from './read-import.ts'
import { refuseUnready } from './refuse-unready.ts'

type Chosen = Call<'setImportValues'>['body']['values']

/** Reads the file again with what the seller says of its values, and keeps that for files to come. */
export async function setImportValues({
  ctx,
  actor,
  params,
  body: { values },
}: Call<'setImportValues'>): Promise<EndpointOutput<'setImportValues'>> {
  refuseFaults(values, await readMakes(ctx.db))
  await ctx.db.transaction().execute(async (trx) => {
    const job = await getOwnImport(trx, 'setImportValues', actor, params.id)
    refuseUnready(job)
    for (const { field, value, becomes } of values) {
      const one = { field, value: valueKey(value) }
      if (becomes === undefined) await forgetValue(trx, actor.id, one)
      else await rememberValue(trx, actor.id, { ...one, becomes })
    }
    await moveImport(trx, job.id, ['ready'], 'reading', { done: 0 })
  })
  ctx.imports.wake()
  return { acknowledged: true, state: 'reading' }
}

function refuseFaults(values: Chosen, makes: Makes): void {
  const faults: FieldError[] = []
  for (const [at, { field, becomes }] of values.entries()) {
    const reading = typeof becomes === 'string' ? readCell(field, becomes, makes) : { said: {} }
    if ('said' in reading) continue
    const { message, fix } = 'fault' in reading ? reading.fault : reading.warning
    faults.push({ path: `values.${at}.becomes`, message: `${message} ${fix}` })
  }
  if (faults.length > 0) throw invalidInput(faults)
}
