import type { CarChange, Reverted } from '../../../contract/car-changes.ts'
import type { Car } from '../../../contract/cars.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { toastUndoable } from '../undo/undo.api.ts'
import { useRevertChangeSetMutation } from './changes.api.ts'

interface RevertButtonsProps {
  car: Car
  change: CarChange
  /** What would be reverted, for who can't see it beside the button. */
  title: string
  onReverted: (outcome: Reverted) => void
}

/** Back to what this car was; where others were changed with it, all of them too. */
export function RevertButtons({ car, change, title, onReverted }: RevertButtonsProps) {
  const dispatch = useAppDispatch()
  const [revert, { isLoading }] = useRevertChangeSetMutation()
  const count = change.count ?? 1

  async function handleRevert(carID?: string) {
    const call = { params: { id: change.set! }, body: carID ? { carID } : {} }
    const { data, error } = await revert(call)
    if (error) return toast.error(toProblem(error).message)
    onReverted(data)
    if (data.reverted === 0) return toast.info('Nothing was reverted')
    dispatch(toastUndoable('Reverted', data, () => 'Undone'))
  }

  async function handleRevertAll() {
    const question = {
      title: `Revert this for all ${count} cars?`,
      text: 'What was changed or sold since stays as it is.',
      confirmLabel: `Revert ${count} cars`,
      tone: 'primary' as const,
    }
    if (await confirm(question)) await handleRevert()
  }

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        loading={isLoading}
        aria-label={`Revert: ${title}`}
        onClick={() => void handleRevert(car._id)}
      >
        Revert
      </Button>
      {count > 1 && (
        <Button variant="ghost" size="small" onClick={() => void handleRevertAll()}>
          {`Revert all ${count} cars`}
        </Button>
      )}
    </div>
  )
}
