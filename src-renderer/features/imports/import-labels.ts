import { carColumns, type CarColumn } from '../../../contract/cars/car-columns.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import type { ImportState, ImportSummary, RowAction } from '../../../contract/imports.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

export const stateTones: Record<ImportState, Tone> = {
  reading: 'info',
  ready: 'warning',
  applying: 'info',
  applied: 'success',
  failed: 'danger',
}

export const actionTones: Record<RowAction, Tone> = {
  create: 'success',
  update: 'info',
  unchanged: 'neutral',
  held: 'warning',
  error: 'danger',
  'off-lot': 'neutral',
}

/** Describes an import's progress, such as `2,500 of 5,000 cars`. */
export function formatImportProgress({ state, progress }: Pick<ImportSummary, 'state' | 'progress'>): string {
  const { done, total } = progress ?? { done: 0, total: 0 }
  if (total === 0) return 'Starting'
  return `${formatNumber(done)} of ${formatCount(total, state === 'reading' ? 'row' : 'car')}`
}

/** Describes an import's outcome without zero counts: `40 new, 12 updates, 3 errors`. */
export function formatImportOutcome({ state, counts, offLot, message, progress }: ImportSummary): string {
  if (state === 'failed') return message ?? ''
  if (progress) return formatImportProgress({ state, progress })
  const parts = [
    counts.create > 0 && `${formatNumber(counts.create)} new`,
    counts.update > 0 && formatCount(counts.update, 'update'),
    counts.unchanged > 0 && `${formatNumber(counts.unchanged)} unchanged`,
    offLot > 0 && `${formatNumber(offLot)} off the lot`,
    counts.held > 0 && `${formatNumber(counts.held)} on hold`,
    counts.error > 0 && formatCount(counts.error, 'error'),
  ]
  return parts.filter(Boolean).join(', ')
}

export const SOLD_ELSEWHERE = 'Marked as sold elsewhere'

export function getImportFieldName(field: CarColumn): string {
  return carColumns[field].label
}

/** Formats a file's cell for display: adds digit grouping to mileages and a dollar sign to prices. */
export function formatCellText(field: CarColumn, text: string): string {
  const isPrice = field === 'price' || field === 'originalPrice'
  if (field === 'mileage') return text.replace(/^\d+/, (digits) => formatNumber(Number(digits)))
  return isPrice && /^\d/.test(text) ? `$${text}` : text
}
