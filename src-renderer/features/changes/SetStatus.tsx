import type { ChangeSet } from '../../../contract/car-changes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { statusOf, statusWords } from './set-text.ts'

/** Whether a set can be taken back, or was; what most are stays quiet. */
export function SetStatus({ set }: { set: ChangeSet }) {
  const status = statusOf(set)
  const word = statusWords[status]
  if (status === 'reverted') return <Badge>{word}</Badge>
  if (status === 'partly') return <Badge tone="warning">{word}</Badge>
  return <span className={status === 'open' ? undefined : 'text-muted'}>{word}</span>
}
