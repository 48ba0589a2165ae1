import { useState } from 'react'
import type { Car, CarInput } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { LeaveButton, useWayBack } from '../../ui/way-back.tsx'
import { CarForm } from './CarForm.tsx'
import { titleOf, toFormInput } from './car-form.ts'
import { carsApi, useSetCarStateMutation } from './cars.api.ts'
import type { Published } from './published.ts'
import { toastSaved } from './toast-saved.ts'
import { useServerDraft } from './use-server-draft.ts'

/** Edits a car that was never listed. It is saved at each pause and listed by Publish. */
export function EditDraft({ car }: { car: Car }) {
  // What the form starts from; the query behind `car` brings what the form itself has saved.
  const [base, setBase] = useState(car)
  const [getCar] = carsApi.useLazyGetCarQuery()

  async function handleTakeTheirs() {
    const { data } = await getCar({ params: { id: car._id } })
    if (data) setBase(data)
  }

  return <DraftForm key={base.version} base={base} onTakeTheirs={() => void handleTakeTheirs()} />
}

function DraftForm({ base, onTakeTheirs }: { base: Car; onTakeTheirs: () => void }) {
  const { _id: id, version, images } = base
  const { isAdmin } = useMe()
  const draft = useServerDraft({ id, version }, () => undefined)
  const [setCarState] = useSetCarStateMutation()
  const way = useWayBack(isAdmin ? pages.manageCars.path : pages.myCars.path)

  async function handlePublish(body: CarInput) {
    const fault = await draft.save(body)
    if (fault) return fault
    const saved = await draft.settle()
    const headers = { 'if-match': `"${saved?.version ?? version}"` }
    const { data, error } = await setCarState({ params: { id }, body: { state: 'listed' }, headers })
    if (!data) return toProblem(error)
    const name = titleOf(body)
    toastSaved(data.available, name, `${name} is in stock`)
    way.leave(data.available === 'in-review' ? undefined : ({ published: { id, name } } satisfies Published))
    return null
  }

  return (
    <CarForm
      defaultValues={toFormInput(base)}
      images={images}
      seller={base}
      submitLabel="Publish"
      onSave={handlePublish}
      draft={{ ...draft, checklistTitle: 'For a complete listing', onTakeTheirs }}
      actions={<LeaveButton way={way}>Finish later</LeaveButton>}
    />
  )
}
