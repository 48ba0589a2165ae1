import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { isUnderWay, getSetStatus, statusLabels } from './set-text.ts'

/** Shows whether a change set can be or was reverted. The most common status is not emphasized. */
export function SetStatus({ set }: { set: ChangeSet }) {
  if (isUnderWay(set))
    return <Badge tone="info">{set.revert?.state === 'undoing' ? 'Undoing the revert' : 'Reverting'}</Badge>
  const status = getSetStatus(set)
  const statusLabel = statusLabels[status]
  if (status === 'reverted') return <Badge>{statusLabel}</Badge>
  if (status === 'partly') return <Badge tone="warning">{statusLabel}</Badge>
  return <span className={status === 'open' ? undefined : 'text-muted'}>{statusLabel}</span>
}
