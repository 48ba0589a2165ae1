import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import type { Actor } from '../../actor.ts'
import { canAccess } from '../../http/row-access.ts'

/**
 * Kinds of change sets that can't be reverted. A new listing is taken down instead, and data that was erased
 * with an account no longer exists.
 */
export const IRREVERSIBLE_KINDS: readonly ChangeKind[] = ['add', 'delete-account', 'relist']

interface SetSummary {
  kind: ChangeKind
  at: string
  by: { id: string } | null
}

export function canRevert(actor: Actor, { kind, at, by }: SetSummary, now: Date): boolean {
  return by !== null && canAccess('revertChangeSet', actor, by.id) && isRevertible({ kind, at }, now)
}

export function isRevertible({ kind, at }: Pick<SetSummary, 'kind' | 'at'>, now: Date): boolean {
  return !IRREVERSIBLE_KINDS.includes(kind) && Date.parse(at) > getOldestRevertible(now).getTime()
}

/** Returns the time up to which changes can no longer be reverted. */
export function getOldestRevertible(now: Date): Date {
  return new Date(now.getTime() - REVERT_DAYS * 24 * 3600 * 1000)
}
