import { carTitle } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { countOf } from '../../../contract/count-of.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { confirmDeletion } from '../../ui/confirm-deletion.tsx'
import type { SelectedRows } from '../../ui/selection.ts'
import { toast } from '../../ui/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { useDeleteCarsMutation } from './cars.api.ts'
import { useDeleteCar } from './use-delete-car.ts'

/**
 * Deletes cars, all or none, with one Undo for all, once somebody has agreed who knows which they are. Several must be in
 * stock. What the server refuses to delete is selected as before.
 */
export function useDeleteCars(): (cars: readonly Car[], selection: SelectedRows<Car>) => Promise<void> {
  const dispatch = useAppDispatch()
  const [deleteMany] = useDeleteCarsMutation()
  const deleteOne = useDeleteCar()

  return async (cars, selection) => {
    const names = cars.map(carTitle)
    const staying = selection.items.filter((car) => !cars.includes(car)).length
    if (!(await confirmDeletion({ names, noun: 'car', staying }))) return
    if (cars.length === 1) return deleteOne(cars[0]!)
    const { data, error } = await deleteMany({ body: { ids: cars.map(({ _id }) => _id) } })
    if (data) {
      dispatch(toastDeleted(strings.deletion(countOf(cars.length, 'car')), data))
    } else {
      toast.error(toProblem(error).message)
      selection.take(cars)
    }
  }
}
