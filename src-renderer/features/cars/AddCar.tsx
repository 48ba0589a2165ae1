import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { carName } from '../../../contract/car-name.ts'
import type { Car, CarInput } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { CarForm } from './CarForm.tsx'
import { emptyCar, toFormInput, type CarFormInput } from './car-form.ts'
import { useAddCarMutation, useGetCarQuery } from './cars.api.ts'

/** Lists a car; with `?like=ID`, one that starts with what is said of another of one's own. */
export function AddCar() {
  const [search] = useSearchParams()
  const like = search.get('like')
  const { currentData: car, isError } = useGetCarQuery(like ? { params: { id: like } } : skipToken)
  const me = useMe()
  if (!like || (!car && isError)) return <NewCar key="new" />
  if (!car) return <FormSkeleton />
  const isOurs = car.sellerID === me._id
  return <NewCar key={car._id} {...(isOurs && { like: car })} />
}

/** What was typed survives a reload and a session that ran out. */
function NewCar({ like }: { like?: Car }) {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const draftKey = like ? `add-car.${me._id}.${like._id}` : `add-car.${me._id}`
  const [draft, setDraft] = useState(() => readDraft<CarFormInput>(draftKey))
  const keyOf = useIdempotencyKey()
  const start = like ? toFormInput(like) : emptyCar()
  const values = { ...start, ...draft }
  const isRestored = JSON.stringify(values) !== JSON.stringify(start)
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
      {like && !isRestored && (
        <Notice className="mb-5 max-w-[760px]" title={`Copied from your ${carName(like)}`}>
          <p>Change what’s different, and add this car’s own photos.</p>
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

function FormSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-96 w-full max-w-[760px]" />
    </Loading>
  )
}
