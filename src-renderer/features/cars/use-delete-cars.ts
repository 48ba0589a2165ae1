import type { Car } from '../../../contract/cars.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../app/store.ts'
import { toast } from '../../ui/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { countOf } from './ChangeCarsDialog.tsx'
import { useDeleteCarsMutation } from './cars.api.ts'

/** Deletes cars that are in stock, all or none, with one Undo for all. */
export function useDeleteCars(): (cars: readonly Car[]) => Promise<void> {
  const dispatch = useAppDispatch()
  const [deleteCars] = useDeleteCarsMutation()

  return async (cars) => {
    const { data, error } = await deleteCars({ body: { ids: cars.map(({ _id }) => _id) } })
    if (error) return toast.error(toProblem(error).message)
    dispatch(toastDeleted(strings.deletion(cars.length === 1 ? cars[0]!.modelName : countOf(cars)), data))
  }
}
