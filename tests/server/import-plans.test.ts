import { expect, it } from 'vitest'
import { listPendingRows, countPending } from '../../server/features/imports/import-rows.repository.ts'
import { findPhotoRow, countPhotoRows } from '../../server/features/imports/photo-rows.repository.ts'
import { hasPlans, collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer } from '../support/server.ts'

it.runIf(hasPlans)('finds the pending rows of an import without scanning applied rows', async () => {
  const server = await startTestServer()
  const { db } = server.ctx
  const plans = await collectQueryPlans(db, async () => {
    await listPendingRows(db, 'any', 20)
    await countPending(db, 'any')
    await findPhotoRow(db, 'any')
    await countPhotoRows(db, 'any')
  })
  const searched = plans.join('\n').match(/SEARCH .*/g)!
  expect(searched.length).toBeGreaterThanOrEqual(4)
  for (const search of searched)
    expect(search).toMatch(/COVERING INDEX import_rows_(pending|awaiting)|\(import_id=\? AND place=\?\)/)
  await server.close()
})
