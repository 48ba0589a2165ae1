import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import type { Actor } from '../../actor.ts'
import { mayReach } from '../../http/row-access.ts'

/** A listing is ended by taking it down, and what an account's deletion has forgotten is gone. */
export const FOR_GOOD: readonly ChangeKind[] = ['add', 'delete-account', 'relist']

interface Done {
  kind: ChangeKind
  at: string
  by: { id: string } | null
}

/** Whether it is the actor's to revert, now. */
export function mayRevert(actor: Actor, { kind, at, by }: Done, now: Date): boolean {
  return by !== null && mayReach('revertChangeSet', actor, by.id) && isRevertible({ kind, at }, now)
}

export function isRevertible({ kind, at }: Pick<Done, 'kind' | 'at'>, now: Date): boolean {
  return !FOR_GOOD.includes(kind) && Date.parse(at) > oldestRevertible(now).getTime()
}

/** Changes of that moment and earlier ones can't be reverted any more. */
export function oldestRevertible(now: Date): Date {
  return new Date(now.getTime() - REVERT_DAYS * 24 * 3600 * 1000)
}
