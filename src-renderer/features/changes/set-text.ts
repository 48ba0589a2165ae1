import type { ChangeKind, ChangeSet, SetStatus } from '../../../contract/cars/car-changes.ts'
import { changeKindLabels, getFieldLabel } from '../../../contract/cars/change-labels.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import { joinNames } from '../../ui/join-names.ts'

/** The action that a seller can't take until their email address is verified. */
export const revertsWait = 'Until then, you can’t revert changes.'

/** The kinds of change sets whose names do not mention the changed fields. */
const telling: readonly ChangeKind[] = ['edit', 'bulk-edit', 'undo', 'revert']

/** Returns a title such as `Edited: Price and Location`. */
export function getSetTitle({ kind, fields }: ChangeSet): string {
  if (!telling.includes(kind) || fields.length === 0) return changeKindLabels[kind]
  return `${changeKindLabels[kind]}: ${joinNames(fields.map(getFieldLabel))}`
}

/** Returns the car's name, or the first car and the number of others: `2019 Audi A4 and 11 more`. */
export function describeSetCars({ carName, count }: ChangeSet): string {
  return count > 1 ? `${carName} and ${formatNumber(count - 1)} more` : carName
}

export function getSetStatus(set: ChangeSet, now = Date.now()): SetStatus {
  if (set.revertedCount >= set.count) return 'reverted'
  if (set.revertible) return set.revertedCount > 0 ? 'partly' : 'open'
  return now - Date.parse(set.at) > REVERT_DAYS * 86_400_000 ? 'old' : 'final'
}

/** Reports whether a revert or its undo still has pending batches. */
export function isUnderWay({ revert }: ChangeSet): boolean {
  return revert?.state === 'reverting' || revert?.state === 'undoing'
}

export const statusLabels: Record<SetStatus, string> = {
  open: 'Can be reverted',
  partly: 'Partly reverted',
  reverted: 'Reverted',
  old: `Over ${REVERT_DAYS} days old`,
  final: 'Can’t be reverted',
}
