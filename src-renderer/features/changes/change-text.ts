import type { CarChange, SkipReason } from '../../../contract/cars/car-changes.ts'
import { changeKindLabels } from '../../../contract/cars/change-labels.ts'

/** Describes a change and its author to the car's seller or an admin. */
export function formatChangeAction(changes: Together, isOwn: boolean): string {
  const [{ kind, by, byName }] = changes
  const author = byName ?? (by === 'seller' && isOwn ? 'you' : whos[by ?? 'system'])
  return `${kind ? changeKindLabels[kind] : stepText(changes)}${author && ` by ${author}`}`
}

/**
 * Describes a step in a sale or a make's new name. Renaming or merging makes changes the name on their cars.
 */
function stepText(changes: Together): string {
  const make = changes.find(isRename)
  return make ? `Make renamed from ${String(make.before)} to ${String(make.after)}` : 'Status changed'
}

/** Reports whether a change renames the car's make. The entry's title already shows the new name. */
export function isRename({ kind, field }: CarChange): boolean {
  return !kind && field === 'category_name'
}

const whos = { seller: 'the seller', team: 'our team', buyer: 'a buyer', system: '' }

/**
 * The reasons why a field stays unchanged, to follow the field's name and a colon. Each fits singular and
 * plural names.
 */
export const skipReasonTexts: Record<SkipReason, string> = {
  changed: 'changed since',
  sold: 'the car is sold',
  reserved: 'a buyer holds the car',
  removed: 'the car isn’t listed',
  'seller-gone': 'the seller’s account was deleted',
  'photo-gone': 'a photo was deleted',
  taken: 'another listing has it now',
  'not-allowed': 'you can’t revert this',
}

export type Together = readonly [CarChange, ...CarChange[]]

/** Groups changes made together, in their original order. */
export function groupChanges(changes: readonly CarChange[]): Together[] {
  const entries: [CarChange, ...CarChange[]][] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && change.set && last[0].set === change.set) last.push(change)
    else entries.push([change])
  }
  return entries
}
