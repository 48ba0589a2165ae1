import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { REVERT_BATCH_CARS } from '../../../contract/cars/change-limits.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { toastUndoable } from '../undo/undo.api.ts'
import { useRevertChangeSetMutation } from './changes.api.ts'

/**
 * Reverts a change set, with Undo.
 * @param count the number of cars. Large change sets are reverted after the response.
 */
export function useRevert(count: number, onReverted: (outcome: Reverted) => void) {
  const dispatch = useAppDispatch()
  const [revertSet, { isLoading: isReverting }] = useRevertChangeSetMutation()

  /**
   * Reverts the change set, or its changes to one car.
   * @param carID the only car to revert, or undefined for the whole change set
   */
  async function revert(id: string, carID?: string): Promise<void> {
    const { data, error } = await revertSet({ params: { id }, body: carID ? { carID } : {} })
    if (error) return toast.error(toProblem(error).message)
    onReverted(data)
    // The page already shows a large revert's progress.
    if (!carID && count > REVERT_BATCH_CARS) return
    if (data.reverted === 0) return toast.info('Nothing was reverted')
    dispatch(toastUndoable('Reverted', data, () => 'Undone'))
  }

  return { revert, isReverting }
}
