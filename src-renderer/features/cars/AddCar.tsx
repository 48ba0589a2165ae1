import { skipToken } from '@reduxjs/toolkit/query'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { carName } from '../../../contract/cars/car-name.ts'
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
import { OpenDrafts } from './OpenDrafts.tsx'
import { CarForm } from './CarForm.tsx'
import { editPath, emptyCar, titleOf, toFormInput, type CarFormInput } from './car-form.ts'
import { lastContact, rememberContact } from './last-contact.ts'
import { useAddCarMutation, useGetCarQuery } from './cars.api.ts'
import type { Published } from './PublishedNotice.tsx'
import { toastSaved } from './toast-saved.ts'
import { useServerDraft, type DraftPlace } from './use-server-draft.ts'

/**
 * Lists a new car for sale. With `?like=ID`, the form starts with the data of another of the user's own cars.
 */
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
 * continues that draft, with its photos.
 */
function NewCar({ like }: { like?: Car }) {
  const me = useMe()
  const unsaved = useUnsavedCarToAdd(me._id, like)
  const [round, setRound] = useState(1)
  const place = unsaved.place.found?.values
  const {
    currentData: car,
    isError,
    error,
  } = useGetCarQuery(place ? { params: { id: place.id } } : skipToken, { refetchOnMountOrArgChange: true })
  if (!unsaved.isRead || (place && !car && !isError)) return <FormSkeleton />
  // If the draft has since been listed or deleted, the unsaved input is discarded as well.
  const isOver = car ? car.available !== 'draft' : isError && toProblem(error).code === 'not-found'
  const typed = isOver ? undefined : unsaved.input.found?.values
  return (
    <NewCarForm
      key={round}
      unsaved={unsaved}
      {...(like && { like })}
      {...(typed && { typed })}
      {...(place && car && !isOver && { place, images: car.images })}
      isNext={round > 1}
      onStartOver={() => setRound(round + 1)}
    />
  )
}

/** Returns the form's unsaved input and the draft that the input is saved as. */
function useUnsavedCarToAdd(userId: string, like: Car | undefined) {
  const suffix = like ? `${userId}.${like._id}` : userId
  const input = useUnsavedInput<CarFormInput>(`add-car.${suffix}`)
  const place = useUnsavedInput<DraftPlace>(`add-car-draft.${suffix}`)
  return { isRead: input.isRead && place.isRead, input, place }
}

interface NewCarFormProps {
  unsaved: ReturnType<typeof useUnsavedCarToAdd>
  like?: Car
  /** Unsaved input from an earlier form. */
  typed?: CarFormInput
  /** The draft that the form is saved as. `images` contains the draft's photos. */
  place?: DraftPlace
  images?: readonly string[]
  isNext: boolean
  onStartOver: () => void
}

function NewCarForm({ unsaved, like, typed, place, images = [], isNext, onStartOver }: NewCarFormProps) {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const keyOf = useIdempotencyKey()
  const start = like ? toCopy(like) : { ...emptyCar(), ...lastContact(me._id) }
  const [values] = useState({ ...start, ...typed })
  const [isRestored] = useState(JSON.stringify(values) !== JSON.stringify(start))
  const serverDraft = useServerDraft(place ?? null, unsaved.place.keep)

  const dropInput = unsaved.input.drop
  const dropPlace = unsaved.place.drop
  const discard = useCallback(() => {
    dropInput()
    dropPlace()
  }, [dropInput, dropPlace])

  async function handleSave(input: CarInput, wantsNext: boolean) {
    const draftID = (await serverDraft.settle())?.id
    // If the stock number is missing, the server assigns the next one; an empty one would mean none.
    const body = { ...input, stockNo: input.stockNo || undefined, ...(draftID && { draftID }) }
    const { data, error } = await addCar({ body, headers: { 'idempotency-key': keyOf(body) } })
    if (!data) return toProblem(error)
    serverDraft.stop()
    rememberContact(me._id, { selllerContact: input.selllerContact, location: input.location ?? '' })
    discard()
    toastSaved(data.available, titleOf(input), strings.cars.added)
    if (wantsNext) goOn()
    else
      void navigate(me.isAdmin ? pages.manageCars.path : pages.myCars.path, {
        ...(data.available !== 'in-review' && {
          state: { published: { id: data.insertedId, name: titleOf(input) } } satisfies Published,
        }),
      })
    return null
  }

  function goOn() {
    if (like) void navigate(pages.addCar.path)
    else onStartOver()
  }

  /**
   * Discards this form and opens the version that another window has saved. Drafts are edited on their own
   * page.
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
            {images.length === 0 && 'Photos aren’t part of a restored draft. '}
            <Button variant="secondary" size="small" onClick={handleStartOver}>
              Start over
            </Button>
          </p>
        </Notice>
      )}
      {!like && !isRestored && !place && <OpenDrafts />}
      {like && !isRestored && (
        <Notice className="mb-5 max-w-[760px]" title={`Copied from your ${carName(like)}`}>
          <p>Change what’s different, and add this car’s own photos.</p>
        </Notice>
      )}
      <CarForm
        defaultValues={values}
        isNew
        isNext={isNext}
        images={images}
        seller={{ sellerName: me.fullName, sellerVerified: me.verified, sellerEmail: me.email }}
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
 * Returns form input that copies a car, except for its VIN, stock number, and cover focus, which apply to
 * that car only.
 */
function toCopy(car: Car): CarFormInput {
  return { ...toFormInput(car), vin: '', stockNo: '', coverFocus: null }
}

function FormSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-96 w-full max-w-[760px]" />
    </Loading>
  )
}
