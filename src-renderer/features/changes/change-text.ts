import type { CarChange, SkipReason } from '../../../contract/cars/car-changes.ts'
import { deeds } from '../../../contract/cars/change-words.ts'

/**
 * What was done, and by whom, as its seller or an admin reads it.
 * @param changes what was changed together
 */
export function deedText(changes: Together, isOwn: boolean): string {
  const [{ kind, by, byName }] = changes
  const who = byName ?? (by === 'seller' && isOwn ? 'you' : whos[by ?? 'system'])
  return `${kind ? deeds[kind] : stepText(changes)}${who && ` by ${who}`}`
}

/** A step of a sale, or that the car's make is called otherwise, which renames and merges of makes bring along. */
function stepText(changes: Together): string {
  const make = changes.find(isRename)
  return make ? `Make renamed from ${String(make.before)} to ${String(make.after)}` : 'Status changed'
}

/** That is said by what was done already. */
export function isRename({ kind, field }: CarChange): boolean {
  return !kind && field === 'category_name'
}

const whos = { seller: 'the seller', team: 'our team', buyer: 'a buyer', system: '' }

/** Why something stays as it is, after the field's name and a colon: that may be one thing or many. */
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

/** Those that were changed together as one, in the order in which they come. */
export function together(changes: readonly CarChange[]): Together[] {
  const entries: [CarChange, ...CarChange[]][] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && change.set && last[0].set === change.set) last.push(change)
    else entries.push([change])
  }
  return entries
}
