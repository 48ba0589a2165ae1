import { Suspense, useCallback, useState } from 'react'
import type { Car, CarInput } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { LoadingBar } from '../../ui/controls/LoadingBar.tsx'
import { LeaveButton, useFormExit } from '../../ui/form-exit.tsx'
import { CarForm } from './CarForm.tsx'
import { formatCarTitle, toFormInput, type CarFormInput } from './car-form.ts'
import { carsApi, useUpdateCarMutation } from './cars.api.ts'
import { toastSaved } from './toast-saved.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { useUnsavedCar } from './use-unsaved-car.ts'

const CarConflict = createLazyPart(() => import('./CarConflict.tsx').then((module) => module.CarConflict))

/**
 * Edits a car that was listed before or is in review. A version saved elsewhere is shown next to the user's
 * input and never overwritten unseen.
 */
export function EditCar({ car }: { car: Car }) {
  // The form starts from this version, while `car` may be refetched as the user types.
  const [base, setBase] = useState(car)
  const [theirs, setTheirs] = useState<Car>()
  const me = useMe()
  const [updateCar] = useUpdateCarMutation()
  const [getCar] = carsApi.useLazyGetCarQuery()
  const start = toFormInput(base)
  const unsaved = useUnsavedCar(`car-edit.${me._id}.${car._id}`, start)
  const { keep, restored } = unsaved
  // The version that the form's input is based on and that a save replaces.
  const version = restored?.version ?? base.version
  const handleChange = useCallback((input: CarFormInput) => keep({ input, version }), [keep, version])
  const way = useFormExit(me.isAdmin ? pages.manageCars.path : pages.myCars.path)

  async function handleSave(body: CarInput) {
    const seenVersion = theirs?.version ?? version
    const call = { params: { id: car._id }, body, headers: { 'if-match': `"${seenVersion}"` } }
    const { data: saved, error } = await updateCar(call)
    if (saved) {
      unsaved.drop()
      toastSaved(saved.available, formatCarTitle(body), 'Changes saved')
      way.leave()
      return null
    }
    const problem = toProblem(error)
    if (problem.code !== 'stale-copy') return problem
    const { data } = await getCar({ params: { id: car._id } })
    if (!data) return problem
    setTheirs(data)
    return null
  }

  function handleRestore() {
    const restoredCar = unsaved.restore()
    if (restoredCar && restoredCar.version < base.version) setTheirs(base)
  }

  function handleTakeTheirs() {
    unsaved.discard()
    if (theirs) setBase(theirs)
    setTheirs(undefined)
  }

  return (
    <>
      {unsaved.offeredAt !== null && (
        <UnsavedChanges at={unsaved.offeredAt} onRestore={handleRestore} onDiscard={unsaved.discard} />
      )}
      <CarForm
        key={`${base.version} ${restored ? 'restored' : 'fresh'}`}
        defaultValues={start}
        carId={car._id}
        restored={restored?.input}
        onChange={handleChange}
        onDiscard={unsaved.drop}
        photos={base}
        seller={base}
        submitLabel={theirs ? 'Save my version' : 'Save changes'}
        onSave={handleSave}
        notice={(mine) =>
          theirs && (
            <Suspense fallback={<LoadingBar />}>
              <CarConflict {...{ mine, theirs }} onTakeTheirs={handleTakeTheirs} />
            </Suspense>
          )
        }
        actions={<LeaveButton way={way}>Cancel</LeaveButton>}
      />
    </>
  )
}
