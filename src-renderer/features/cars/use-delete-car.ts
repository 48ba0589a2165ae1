import { getCarTitle } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { useDeleteAnyCarMutation, useDeleteMyCarMutation } from './cars.api.ts'

/** Deletes a car, with Undo. Admins can delete any car, and sellers only their own. */
export function useDeleteCar(): (car: Car) => Promise<void> {
  const { isAdmin } = useMe()
  const dispatch = useAppDispatch()
  const [deleteAnyCar] = useDeleteAnyCarMutation()
  const [deleteMyCar] = useDeleteMyCarMutation()

  return async (car) => {
    const call = { params: { id: car._id } }
    const { data, error } = await (isAdmin ? deleteAnyCar(call) : deleteMyCar(call))
    if (data) dispatch(toastDeleted(strings.deletion(car.modelName || getCarTitle(car)), data))
    else toast.error(toProblem(error).message)
  }
}
