import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car, CarInput } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { useUnsavedInput } from '../../ui/form/use-unsaved-input.ts'
import { useGetSellerFeesQuery } from '../seller-fees/seller-fees.api.ts'
import { OpenDrafts } from './OpenDrafts.tsx'
import { CarForm } from './CarForm.tsx'
import { editPath, createEmptyCar, formatCarTitle, toFormInput, type CarFormInput } from './car-form.ts'
import { readLastContact, rememberContact } from './last-contact.ts'
import { useAddCarMutation, useGetCarQuery } from './cars.api.ts'
import type { Published } from './PublishedNotice.tsx'
import { toastSaved } from './toast-saved.ts'
import { useServerDraft, type DraftPlace } from './use-server-draft.ts'
import type { StoredPhotos } from './use-photos.ts'

/** Lists a new car for sale. With `?like=ID`, the form starts as a copy of another of the user's cars. */
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

/**
 * Restores unsaved input after a reload or an expired session. If the input was saved as a draft, the form
 * continues that draft.
 */
function NewCar({ like }: { like?: Car }) {
  const me = useMe()
  const unsaved = useUnsavedCarToAdd(me._id, like)
  const [round, setRound] = useState(1)
  const draftPlace = unsaved.draftPlace.found?.values
  const {
    currentData: car,
    isError,
    error,
  } = useGetCarQuery(draftPlace ? { params: { id: draftPlace.id } } : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  if (!unsaved.isRead || (draftPlace && !car && !isError)) return <FormSkeleton />
  // If the draft has since been listed or deleted, its unsaved input is discarded.
  const isOver = car ? car.available !== 'draft' : isError && toProblem(error).code === 'not-found'
  const typedInput = isOver ? undefined : unsaved.input.found?.values
  return (
    <NewCarForm
      key={round}
      unsaved={unsaved}
      {...(like && { like })}
      {...(typedInput && { typedInput })}
      {...(draftPlace && car && !isOver && { draftPlace, photos: car })}
      isNext={round > 1}
      onStartOver={() => setRound(round + 1)}
    />
  )
}

function useUnsavedCarToAdd(userId: string, like: Car | undefined) {
  const suffix = like ? `${userId}.${like._id}` : userId
  const input = useUnsavedInput<CarFormInput>(`add-car.${suffix}`)
  const draftPlace = useUnsavedInput<DraftPlace>(`add-car-draft.${suffix}`)
  return { isRead: input.isRead && draftPlace.isRead, input, draftPlace }
}

interface NewCarFormProps {
  unsaved: ReturnType<typeof useUnsavedCarToAdd>
  like?: Car
  /** Unsaved input from an earlier form. */
  typedInput?: CarFormInput
  /** The draft that the form is saved as. `photos` contains its photos. */
  draftPlace?: DraftPlace
  photos?: StoredPhotos
  isNext: boolean
  onStartOver: () => void
}

function NewCarForm({ unsaved, like, typedInput, draftPlace, photos, isNext, onStartOver }: NewCarFormProps) {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const { data: ownFees } = useGetSellerFeesQuery({ query: {} })
  const keyOf = useIdempotencyKey()
  const start = like ? toCopy(like) : { ...createEmptyCar(), ...readLastContact(me._id) }
  const [values] = useState({ ...start, ...typedInput })
  const [isRestored] = useState(JSON.stringify(values) !== JSON.stringify(start))
  const serverDraft = useServerDraft(draftPlace ?? null, unsaved.draftPlace.keep)

  const dropInput = unsaved.input.drop
  const dropPlace = unsaved.draftPlace.drop
  const discard = useCallback(() => {
    dropInput()
    dropPlace()
  }, [dropInput, dropPlace])

  async function handleSave(input: CarInput, wantsNext: boolean) {
    const draftID = (await serverDraft.settle())?.id
    // Without a stock number, the server assigns the next one. An empty string would mean no number.
    const body = { ...input, stockNo: input.stockNo || undefined, ...(draftID && { draftID }) }
    const { data, error } = await addCar({ body, headers: { 'idempotency-key': keyOf(body) } })
    if (!data) return toProblem(error)
    serverDraft.stop()
    rememberContact(me._id, { selllerContact: input.selllerContact, location: input.location ?? '' })
    discard()
    toastSaved(data.available, formatCarTitle(input), strings.cars.added)
    if (wantsNext) goOn()
    else
      void navigate(me.isAdmin ? pages.manageCars.path : pages.myCars.path, {
        ...(data.available !== 'in-review' && {
          state: { published: { id: data.insertedId, name: formatCarTitle(input) } } satisfies Published,
        }),
      })
    return null
  }

  function goOn() {
    if (like) void navigate(pages.addCar.path)
    else onStartOver()
  }

  /**
   * Discards this form and opens the version saved in another window. Drafts are edited on their own page.
   */
  async function takeTheirs() {
    const draft = await serverDraft.settle()
    discard()
    if (draft) void navigate(editPath({ _id: draft.id }))
  }

  function handleStartOver() {
    discard()
    onStartOver()
  }

  return (
    <>
      {isRestored && (
        <Notice className="mb-5 max-w-[760px]" title="We restored your draft">
          <p>
            {!photos?.images.length && 'Photos aren’t part of a restored draft. '}
            <Button variant="secondary" size="small" onClick={handleStartOver}>
              Start over
            </Button>
          </p>
        </Notice>
      )}
      {!like && !isRestored && !draftPlace && <OpenDrafts />}
      {like && !isRestored && (
        <Notice className="mb-5 max-w-[760px]" title={`Copied from your ${buildCarName(like)}`}>
          <p>Change what’s different, and add this car’s own photos.</p>
        </Notice>
      )}
      <CarForm
        defaultValues={values}
        isNew
        isNext={isNext}
        {...(photos && { photos })}
        seller={{
          sellerID: me._id,
          sellerName: me.fullName,
          sellerVerified: me.verified,
          sellerEmail: me.email,
          fees: ownFees?.fees ?? [],
        }}
        submitLabel="Add car"
        nextLabel="Add and next"
        onSave={handleSave}
        onChange={unsaved.input.keep}
        onDiscard={discard}
        {...(me.mayTrade && {
          draft: {
            ...serverDraft,
            checklistTitle: 'For a complete listing',
            onTakeTheirs: () => void takeTheirs(),
          },
        })}
      />
    </>
  )
}

/**
 * Copies a car's form input, except for its VIN, stock number, cover focus, and marks, which apply to that car only.
 */
function toCopy(car: Car): CarFormInput {
  return { ...toFormInput(car), vin: '', stockNo: '', coverFocus: null, marks: null }
}

function FormSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-96 w-full max-w-[760px]" />
    </Loading>
  )
}
