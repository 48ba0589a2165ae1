import { useRef } from 'react'
import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Progress } from '../../ui/controls/Progress.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { undoApi } from '../undo/undo.api.ts'
import { UnchangedFields } from './UnchangedFields.tsx'
import { isUnderWay } from './set-text.ts'

/**
 * Shows the progress of a large revert or of its undo, and then the result. Undo is offered while it is
 * possible.
 */
export function LongRevert({ set }: { set: ChangeSet }) {
  const [undo, { isLoading }] = undoApi.useUndoMutation()
  const section = useRef<HTMLElement>(null)
  const { revert } = set
  if (!revert) return null
  const { state, done, total, stayed, stayedCount, undoId, message } = revert
  const isUndo = state === 'undoing'
  const hasStayed = !isUnderWay(set) && state !== 'undone' && stayed.length > 0
  const more = stayedCount - stayed.length
  if (!isUnderWay(set) && message === undefined && undoId === undefined && !hasStayed) return null

  async function handleUndo(id: string) {
    const { error } = await undo({ params: { id } })
    if (error) return toast.error(toProblem(error).message)
    if (state === 'reverting') toast.info('The undo starts once the revert is done')
    // The Undo button disappears, so the section takes the focus.
    section.current?.focus()
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Revert" className="flex flex-col gap-3 rounded-control">
      {isUnderWay(set) && (
        <>
          <Progress
            label={isUndo ? 'Cars that were restored' : 'Cars that were processed'}
            value={total === 0 ? 0 : done / total}
          />
          <p className="text-small tabular-nums text-muted">
            {`${isUndo ? 'Undoing the revert' : 'Reverting'}: ${formatNumber(done)} of ${formatCount(total, 'car')}. You can close this page.`}
          </p>
        </>
      )}
      {message !== undefined && <Notice tone="warning" title={message} isAlert />}
      {undoId !== undefined && !isUndo && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" loading={isLoading} onClick={() => void handleUndo(undoId)}>
            Undo the revert
          </Button>
          {!isUnderWay(set) && <p className="text-small text-muted">Offered for a minute.</p>}
        </div>
      )}
      {hasStayed && <UnchangedFields stayed={stayed} />}
      {hasStayed && more > 0 && <p className="text-small text-muted">{`And ${formatNumber(more)} more.`}</p>}
    </section>
  )
}
