import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CarInput } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../app/session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useListCategoriesQuery } from '../categories/categories.api.ts'
import { CarForm } from './CarForm.tsx'
import { emptyCar, type CarFormInput } from './car-form.ts'
import { useAddCarMutation } from './cars.api.ts'

/** Lists a car. What was typed survives a reload and a session that ran out. */
export function AddCar() {
  const { data, isError } = useListCategoriesQuery()
  if (data) return <NewCar category={data[0]?.category_name ?? ''} />
  if (isError) return <NewCar category="" />
  return (
    <Loading>
      <Skeleton className="h-96 w-full max-w-[760px]" />
    </Loading>
  )
}

function NewCar({ category }: { category: string }) {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const draftKey = `add-car.${me._id}`
  const [draft, setDraft] = useState(() => readDraft<CarFormInput>(draftKey))
  const keyOf = useIdempotencyKey()
  const empty = emptyCar(category)
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

  function handleStartAfresh() {
    discard()
    setDraft({})
  }

  return (
    <>
      {isRestored && (
        <Notice className="mb-5 max-w-[760px]" title="What you had typed is back">
          <p>
            Pictures must be chosen again.{' '}
            <Button variant="secondary" size="small" onClick={handleStartAfresh}>
              Start afresh
            </Button>
          </p>
        </Notice>
      )}
      <CarForm
        key={isRestored ? 'restored' : 'new'}
        defaultValues={values}
        sellerEmail={me.email}
        submitLabel="Add car"
        onSave={handleSave}
        onChange={handleChange}
        onDiscard={discard}
      />
    </>
  )
}
