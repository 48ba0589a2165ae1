import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CarInput } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../app/session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { CarForm } from './CarForm.tsx'
import { emptyCar, type CarFormInput } from './car-form.ts'
import { useAddCarMutation } from './cars.api.ts'

/** Lists a car. What was typed survives a reload and a session that ran out. */
export function AddCar() {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const draftKey = `add-car.${me._id}`
  const [draft, setDraft] = useState(() => readDraft<CarFormInput>(draftKey))
  const keyOf = useIdempotencyKey()
  const empty = emptyCar()
  const values = { ...empty, ...draft }
  const isRestored = JSON.stringify(values) !== JSON.stringify(empty)
  const handleChange = useCallback((values: CarFormInput) => writeDraft(draftKey, values), [draftKey])
  const discard = useCallback(() => clearDraft(draftKey), [draftKey])

  async function handleSave(body: CarInput) {
    const { error } = await addCar({ body, headers: { 'idempotency-key': keyOf(body) } })
    if (error) return toProblem(error)
    discard()
    toast.success(strings.cars.added)
    void navigate(me.isAdmin ? pages.manageCars.path : pages.myCars.path)
    return null
  }

  function handleStartOver() {
    discard()
    setDraft({})
  }

  return (
    <>
      {isRestored && (
        <Notice className="mb-5 max-w-[760px]" title="We restored your draft">
          <p>
            Choose your photos again.{' '}
            <Button variant="secondary" size="small" onClick={handleStartOver}>
              Start over
            </Button>
          </p>
        </Notice>
      )}
      <CarForm
        key={isRestored ? 'restored' : 'new'}
        defaultValues={values}
        seller={{ sellerName: me.fullName, sellerVerified: me.verified, sellerEmail: me.email }}
        submitLabel="Add car"
        onSave={handleSave}
        onChange={handleChange}
        onDiscard={discard}
      />
    </>
  )
}
