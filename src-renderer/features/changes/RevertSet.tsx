import { RotateCcw } from 'lucide-react'
import type { ChangeSet, Reverted } from '../../../contract/cars/car-changes.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { formatDayAndTime } from '../../../contract/dates.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { isUnderWay, getSetStatus } from './set-text.ts'
import { useRevert } from './use-revert.ts'

interface RevertSetProps {
  set: ChangeSet
  onReverted: (outcome: Reverted) => void
}

export function RevertSet({ set, onReverted }: RevertSetProps) {
  const { _id: id, count, at, carName } = set
  const { revert, isReverting } = useRevert(count, onReverted)
  // While a large revert can be undone, a second revert button would compete with Undo.
  if (isUnderWay(set) || set.revert?.undoId !== undefined) return null
  if (!['open', 'partly'].includes(getSetStatus(set))) return null
  const subject = count === 1 ? 'car' : formatCount(count, 'car')

  async function handleRevert() {
    const isWanted = await confirm({
      title: `Revert this change to ${count === 1 ? carName : subject}?`,
      text: `${count === 1 ? 'The car becomes what it was' : 'Each car becomes what it was'} before ${formatDayAndTime(at)}, as far as nobody has changed it since. A car that was sold or is being paid for stays as it is. You’ll see what stayed and why, and you can undo this for a minute.`,
      confirmLabel: `Revert ${subject}`,
      tone: 'primary',
    })
    if (isWanted) await revert(id)
  }

  return (
    <div>
      <Button variant="secondary" loading={isReverting} onClick={() => void handleRevert()}>
        <RotateCcw aria-hidden="true" />
        Revert {subject}
      </Button>
    </div>
  )
}
