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
import { OpenDrafts } from './OpenDrafts.tsx'
import { CarForm } from './CarForm.tsx'
import { editPath, emptyCar, titleOf, toFormInput, type CarFormInput } from './car-form.ts'
import { lastContact, rememberContact } from './last-contact.ts'
import { useAddCarMutation, useGetCarQuery } from './cars.api.ts'
import type { Published } from './published.ts'
import { toastSaved } from './toast-saved.ts'
import { useServerDraft, type DraftPlace } from './use-server-draft.ts'

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

/** A draft that this tab has begun goes on where the server has it, with its photos. */
function NewCar({ like }: { like?: Car }) {
  const me = useMe()
  const [place, setPlace] = useState(() => readPlace(placeKeyOf(me._id, like)))
  const [round, setRound] = useState(1)
  const { currentData: car, isError } = useGetCarQuery(place ? { params: { id: place.id } } : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  if (place && !car && !isError) return <FormSkeleton />
  const isDraft = place !== null && car?.available === 'draft'
  return (
    <NewCarForm
      key={round}
      {...(like && { like })}
      {...(isDraft && { place, images: car.images })}
      onStartOver={() => {
        setPlace(null)
        setRound(round + 1)
      }}
    />
  )
}

interface NewCarFormProps {
  like?: Car
  /** The draft that is there already, and its photos. */
  place?: DraftPlace
  images?: readonly string[]
  /** Nothing of what was typed is kept in this tab any more. */
  onStartOver: () => void
}

/** What was typed survives a reload and a session that ran out. */
function NewCarForm({ like, place, images = [], onStartOver }: NewCarFormProps) {
  const me = useMe()
  const navigate = useNavigate()
  const [addCar] = useAddCarMutation()
  const draftKey = like ? `add-car.${me._id}.${like._id}` : `add-car.${me._id}`
  const [draft] = useState(() => readDraft<CarFormInput>(draftKey))
  const keyOf = useIdempotencyKey()
  const start = like ? toCopy(like) : { ...emptyCar(), ...lastContact(me._id) }
  const values = { ...start, ...draft }
  const isRestored = JSON.stringify(values) !== JSON.stringify(start)
  const handleChange = useCallback((values: CarFormInput) => writeDraft(draftKey, values), [draftKey])
  const placeKey = placeKeyOf(me._id, like)
  const discard = useCallback(() => {
    clearDraft(draftKey)
    clearDraft(placeKey)
  }, [draftKey, placeKey])
  const serverDraft = useServerDraft(place ?? null, (next) => writeDraft(placeKey, next))

  async function handleSave(input: CarInput, isNext: boolean) {
    const draftID = (await serverDraft.settle())?.id
    // Not said, it is the next one; an empty one would be none.
    const body = { ...input, stockNo: input.stockNo || undefined, ...(draftID && { draftID }) }
    const { data, error } = await addCar({ body, headers: { 'idempotency-key': keyOf(body) } })
    if (!data) return toProblem(error)
    serverDraft.stop()
    rememberContact(me._id, { selllerContact: input.selllerContact, location: input.location ?? '' })
    discard()
    toastSaved(data.available, titleOf(input), strings.cars.added)
    if (isNext) goOn()
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

  /** The other window's version is edited where drafts are. */
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
            {images.length === 0 && 'Choose your photos again. '}
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
        images={images}
        seller={{ sellerName: me.fullName, sellerVerified: me.verified, sellerEmail: me.email }}
        submitLabel="Add car"
        nextLabel="Add and next"
        onSave={handleSave}
        onChange={handleChange}
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

function placeKeyOf(userId: string, like: Car | undefined): string {
  return `add-car-draft.${userId}${like ? `.${like._id}` : ''}`
}

function readPlace(key: string): DraftPlace | null {
  const { id, version } = readDraft<DraftPlace>(key)
  return id === undefined || version === undefined ? null : { id, version }
}

/** Another car has numbers of its own. */
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
