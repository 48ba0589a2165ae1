import { getCarTitle } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { confirmDeletion } from '../../ui/overlays/confirm-deletion.tsx'
import type { SelectedRows } from '../../ui/table/selection.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { formatCarTitle } from './car-form.ts'
import type { CarsToDelete } from './cars-to-delete.ts'
import { useDeleteCarsMutation } from './cars.api.ts'
import { SkippedCars } from './SkippedCars.tsx'
import { useDeleteCar } from './use-delete-car.ts'
import { getStateCannotDeleteReason } from './cannot-delete-reason.ts'

/**
 * Deletes several cars, all or none, with a single Undo. The user first confirms which cars are deleted, and
 * sees which stay and why. Several cars must all be deletable (`isDeletable`). If the server rejects the
 * deletion, the selection is restored.
 */
export function useDeleteCars(): (cars: CarsToDelete, selection: SelectedRows<Car>) => Promise<void> {
  const dispatch = useAppDispatch()
  const [deleteMany] = useDeleteCarsMutation()
  const deleteOne = useDeleteCar()

  return async ({ going, skipped }, selection) => {
    const otherSelectedCount = selection.items.filter((car) => !going.includes(car)).length
    if (
      !(await confirmDeletion({
        names: going.map(getCarTitle),
        noun: 'car',
        otherSelectedCount,
        skipped: skippedOf(skipped),
      }))
    )
      return
    if (going.length === 1) return deleteOne(going[0]!)
    const { data, error } = await deleteMany({ body: { ids: going.map(({ _id }) => _id) } })
    if (data) {
      dispatch(toastDeleted(strings.deletion(formatCount(going.length, 'car')), data))
    } else {
      toast.error(toProblem(error).message)
      selection.take(selection.items)
    }
  }
}

function skippedOf(cars: readonly Car[]) {
  return cars.length === 0 ? null : { count: cars.length, why: <SkippedCarsList cars={cars} /> }
}

function SkippedCarsList({ cars }: { cars: readonly Car[] }) {
  const byState = Map.groupBy(cars, ({ available }) => available)
  return (
    <SkippedCars
      title={`${formatCount(cars.length, 'car')} ${cars.length === 1 ? 'stays' : 'stay'}`}
      reasons={Array.from(byState, ([state, skipped]) => ({
        reason: getStateCannotDeleteReason(state),
        names: skipped.map(formatCarTitle),
      }))}
    />
  )
}
