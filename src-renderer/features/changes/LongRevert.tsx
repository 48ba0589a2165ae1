import type { ChangeSet } from '../../../contract/car-changes.ts'
import { countOf } from '../../../contract/count-of.ts'
import { figure } from '../../../contract/figure.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { undo } from '../undo/undo.api.ts'
import { StayedFields } from './StayedFields.tsx'
import { isUnderWay } from './set-text.ts'

/** The revert of a large set: how far it or its undo is, then the result, with Undo while it is offered. */
export function LongRevert({ set }: { set: ChangeSet }) {
  const dispatch = useAppDispatch()
  const { revert } = set
  if (!revert) return null
  const { state, done, total, stayed, stayedCount, undoId, message } = revert
  const isUndo = state === 'undoing'
  const more = stayedCount - stayed.length

  return (
    <section aria-label="Revert" className="flex flex-col gap-3">
      {isUnderWay(set) && (
        <>
          <Progress
            label={isUndo ? 'Cars that were restored' : 'Cars that were processed'}
            value={done / total}
          />
          <p className="text-small tabular-nums text-muted">
            {`${isUndo ? 'Undoing the revert' : 'Reverting'}: ${figure(done)} of ${countOf(total, 'car')}. You can close this page.`}
          </p>
        </>
      )}
      {message !== undefined && <Notice tone="warning" title={message} />}
      {undoId !== undefined && !isUndo && (
        <div>
          <Button variant="secondary" onClick={() => void dispatch(undo(undoId, () => 'Undoing the revert'))}>
            Undo the revert
          </Button>
        </div>
      )}
      {!isUnderWay(set) && state !== 'undone' && stayed.length > 0 && <StayedFields stayed={stayed} />}
      {!isUnderWay(set) && state !== 'undone' && more > 0 && (
        <p className="text-small text-muted">{`And ${figure(more)} more.`}</p>
      )}
    </section>
  )
}
