import { expect, it } from 'vitest'
import type { ImportSummary } from '../../contract/imports.ts'
import { formatImportOutcome } from '../../src-renderer/features/imports/import-labels.ts'

const summary: ImportSummary = {
  _id: 'i1',
  fileName: 'cars.csv',
  at: '2026-01-01T00:00:00.000Z',
  state: 'applied',
  counts: { create: 1200, update: 1, unchanged: 0, held: 2, error: 3 },
  offLot: 0,
  changeSetID: null,
}
const progress = { done: 1500, total: 5000, secondsLeft: null }

it.each<[string, Partial<ImportSummary>, string]>([
  ['that was imported, with the results of its rows', {}, '1,200 new, 1 update, 2 on hold, 3 errors'],
  ['that is being imported, with its progress', { state: 'applying', progress }, '1,500 of 5,000 cars'],
  ['that is being read, with its progress', { state: 'reading', progress }, '1,500 of 5,000 rows'],
  ['that is waiting', { state: 'reading', progress: { ...progress, total: 0 } }, 'Starting'],
  ['that failed, with the reason', { state: 'failed', message: 'This is a PDF.' }, 'This is a PDF.'],
])('the list shows the label for a file %s', (_, change, text) => {
  expect(formatImportOutcome({ ...summary, ...change })).toBe(text)
})
