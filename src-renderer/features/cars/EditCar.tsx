import { Suspense, useState } from 'react'
import type { Car, CarInput } from '../../../contract/cars.ts'
import { formatDayAndTime } from '../../../contract/dates.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useUnsavedInput } from '../../ui/use-unsaved-input.ts'
import { LeaveButton, useWayBack } from '../../ui/way-back.tsx'
import { CarForm } from './CarForm.tsx'
import { titleOf, toFormInput, type CarFormInput } from './car-form.ts'
import { carsApi, useUpdateCarMutation } from './cars.api.ts'
import { toastSaved } from './toast-saved.ts'

const CarConflict = lazyPart(() => import('./CarConflict.tsx').then((module) => module.CarConflict))

/** Edits a car that is in stock. Somebody else's change in between is shown beside one's own, never overwritten unseen. */
export function EditCar({ car }: { car: Car }) {
  // What the form starts from; the query behind `car` may bring newer ones while one types.
  const [base, setBase] = useState(car)
  const [theirs, setTheirs] = useState<Car>()
  const me = useMe()
  const [updateCar] = useUpdateCarMutation()
  const [getCar] = carsApi.useLazyGetCarQuery()
  const start = toFormInput(base)
  const unsaved = useUnsavedInput<CarFormInput>(`edit-car.${me._id}.${car._id}`)
  const [restored, setRestored] = useState<CarFormInput>()
  const isFound = unsaved.found !== null && !restored && !isSame(unsaved.found.values, start)
  const way = useWayBack(me.isAdmin ? pages.manageCars.path : pages.myCars.path)

  async function handleSave(body: CarInput) {
    const { version } = theirs ?? base
    const call = { params: { id: car._id }, body, headers: { 'if-match': `"${version}"` } }
    const { data: saved, error } = await updateCar(call)
    if (saved) {
      unsaved.drop()
      toastSaved(saved.available, titleOf(body), 'Changes saved')
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

  function handleTakeTheirs() {
    if (theirs) setBase(theirs)
    setTheirs(undefined)
  }

  return (
    <>
      {isFound && (
        <Notice
          className="mb-5 max-w-[760px]"
          title={`You have unsaved changes from ${formatDayAndTime(unsaved.found!.at)}`}
        >
          <p className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setRestored(unsaved.found!.values)}>
              Restore them
            </Button>
            <Button variant="secondary" size="small" onClick={unsaved.drop}>
              Discard them
            </Button>
          </p>
        </Notice>
      )}
      <CarForm
        key={`${base.version} ${restored ? 'restored' : 'fresh'}`}
        defaultValues={start}
        restored={restored}
        onChange={unsaved.keep}
        onDiscard={unsaved.drop}
        images={base.images}
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

function isSame(some: CarFormInput, others: CarFormInput): boolean {
  const names = Object.keys(others) as (keyof CarFormInput)[]
  return names.every((name) => (some[name] ?? null) === (others[name] ?? null))
}
