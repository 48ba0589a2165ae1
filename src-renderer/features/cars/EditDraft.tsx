import { useCallback, useEffect, useState } from 'react'
import type { Car, CarInput } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { LeaveButton, useFormExit } from '../../ui/form-exit.tsx'
import { CarForm } from './CarForm.tsx'
import { formatCarTitle, toFormInput, type CarFormInput } from './car-form.ts'
import { carsApi, useSetCarStateMutation } from './cars.api.ts'
import type { Published } from './PublishedNotice.tsx'
import { toastSaved } from './toast-saved.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { useServerDraft } from './use-server-draft.ts'
import { useUnsavedCar } from './use-unsaved-car.ts'

type Unsaved = ReturnType<typeof useUnsavedCar>

/**
 * Edits a car that was never listed. The draft is saved whenever the user pauses, and Publish lists the car.
 */
export function EditDraft({ car }: { car: Car }) {
  // The form starts from this version, while `car` changes to what the form itself has saved.
  const [base, setBase] = useState(car)
  const [getCar] = carsApi.useLazyGetCarQuery()
  const me = useMe()
  const unsaved = useUnsavedCar(`draft-edit.${me._id}.${car._id}`, toFormInput(base))

  async function handleTakeTheirs() {
    const { data } = await getCar({ params: { id: car._id } })
    if (!data) return
    unsaved.discard()
    setBase(data)
  }

  return (
    <>
      {unsaved.offeredAt !== null && (
        <UnsavedChanges
          at={unsaved.offeredAt}
          onRestore={() => void unsaved.restore()}
          onDiscard={unsaved.discard}
        />
      )}
      <DraftForm
        key={`${base.version} ${unsaved.restored ? 'restored' : 'fresh'}`}
        {...{ base, unsaved }}
        onTakeTheirs={() => void handleTakeTheirs()}
      />
    </>
  )
}

interface DraftFormProps {
  base: Car
  unsaved: Unsaved
  onTakeTheirs: () => void
}

function DraftForm({ base, unsaved, onTakeTheirs }: DraftFormProps) {
  const { _id: id } = base
  const { restored, keep, drop } = unsaved
  const version = restored?.version ?? base.version
  const { isAdmin } = useMe()
  const [seenVersion, setSeenVersion] = useState(version)
  const draft = useServerDraft({ id, version }, (savedPlace) => setSeenVersion(savedPlace.version))
  const [setCarState] = useSetCarStateMutation()
  const way = useFormExit(isAdmin ? pages.manageCars.path : pages.myCars.path)
  const handleChange = useCallback(
    (input: CarFormInput) => keep({ input, version: seenVersion }),
    [keep, seenVersion],
  )
  const isSaved = draft.state.kind === 'saved' && draft.state.isComplete
  useEffect(() => {
    if (isSaved) drop()
  }, [isSaved, drop])

  async function handlePublish(body: CarInput) {
    const problem = await draft.save(body)
    if (problem) return problem
    const savedDraft = await draft.settle()
    const headers = { 'if-match': `"${savedDraft?.version ?? version}"` }
    const { data, error } = await setCarState({ params: { id }, body: { state: 'listed' }, headers })
    if (!data) return toProblem(error)
    drop()
    const name = formatCarTitle(body)
    toastSaved(data.available, name, `${name} is in stock`)
    way.leave(data.available === 'in-review' ? undefined : ({ published: { id, name } } satisfies Published))
    return null
  }

  return (
    <CarForm
      carId={base._id}
      defaultValues={toFormInput(base)}
      restored={restored?.input}
      onChange={handleChange}
      onDiscard={drop}
      photos={base}
      seller={base}
      submitLabel="Publish"
      onSave={handlePublish}
      draft={{ ...draft, checklistTitle: 'For a complete listing', onTakeTheirs }}
      actions={<LeaveButton way={way}>Finish later</LeaveButton>}
    />
  )
}
