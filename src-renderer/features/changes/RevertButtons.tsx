import type { CarChange, Reverted } from '../../../contract/car-changes.ts'
import type { Car } from '../../../contract/cars.ts'
import { countOf } from '../../../contract/figure.ts'
import { REVERTED_AT_ONCE } from '../../../contract/change-limits.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { useRevert } from './use-revert.ts'

interface RevertButtonsProps {
  car: Car
  change: CarChange
  /** What would be reverted, for who can't see it beside the button. */
  title: string
  onReverted: (outcome: Reverted) => void
}

/** Back to what this car was; where others were changed with it, all of them too. */
export function RevertButtons({ car, change, title, onReverted }: RevertButtonsProps) {
  const count = change.count ?? 1
  const { revert, isReverting } = useRevert(count, handleReverted)

  function handleReverted(outcome: Reverted) {
    // The car's page shows no progress of a set.
    if (outcome.reverted > REVERTED_AT_ONCE) toast.info(`Reverting ${countOf(outcome.reverted, 'car')}`)
    onReverted(outcome)
  }

  async function handleRevertAll() {
    const question = {
      title: `Revert this for all ${countOf(count, 'car')}?`,
      text: 'What was changed or sold since stays as it is.',
      confirmLabel: `Revert ${countOf(count, 'car')}`,
      tone: 'primary' as const,
    }
    if (await confirm(question)) await revert(change.set!)
  }

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        loading={isReverting}
        aria-label={`Revert: ${title}`}
        onClick={() => void revert(change.set!, car._id)}
      >
        Revert
      </Button>
      {count > 1 && (
        <Button variant="ghost" size="small" loading={isReverting} onClick={() => void handleRevertAll()}>
          {`Revert all ${count} cars`}
        </Button>
      )}
    </div>
  )
}
