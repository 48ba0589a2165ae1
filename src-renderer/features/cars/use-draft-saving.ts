import { useEffect, useEffectEvent, useRef } from 'react'
import { carDraft, type CarDraft } from '../../../contract/cars/cars.ts'
import { onReconnect } from '../../api/on-reconnect.ts'
import type { CarFormControls, CarFormInput } from './car-form.ts'
import type { Pictures } from './use-pictures.ts'
import type { ServerDraft } from './use-server-draft.ts'

/** The milliseconds without typing after which the input is saved. */
const PAUSE_MS = 2500
/** The milliseconds after which a failed save is retried. */
const RETRY_MS = 15_000

interface Saving {
  form: CarFormControls
  pictures: Pictures
  /** The draft to save; undefined if the form is not saved as a draft. */
  draft: ServerDraft | undefined
  /** True while the form is being submitted. */
  isBusy: boolean
}

/**
 * Saves a form as a draft whenever the user pauses, and retries failed saves once the browser is online
 * again.
 */
export function useDraftSaving({ form, pictures, draft, isBusy }: Saving): { saveNow: () => void } {
  const photos = pictures.list.map(({ key }) => key).join()
  const changes = useRef(0)

  /**
   * Saves the form as a draft.
   * @param seen the number of changes so far; later changes are not part of this save
   */
  async function send(urls: readonly string[], seen: number) {
    if (!draft) return
    const { body, isComplete } = toDraftInput(form.getValues(), urls)
    await draft.save(body, isComplete && urls.length === pictures.list.length)
    if (changes.current !== seen) draft.markChanged()
  }

  const save = useEffectEvent(async () => {
    if (!draft || isBusy) return
    const isUntouched = draft.state.kind === 'empty' && !form.formState.isDirty && !pictures.isChanged
    if (isUntouched) return
    const seen = changes.current
    const uploaded = await pictures.upload()
    await send('urls' in uploaded ? uploaded.urls : addressesOf(pictures), seen)
  })
  const mark = useEffectEvent(() => {
    changes.current += 1
    draft?.markChanged()
  })
  const arePhotosChanged = useEffectEvent(() => pictures.isChanged)
  const retry = useEffectEvent(() => draft?.state.kind === 'kept' && void save())
  const addPhotos = useEffectEvent(() => {
    if (draft?.state.kind === 'saved' && !draft.state.isComplete) void save()
  })
  const isOn = draft !== undefined

  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      mark()
      clearTimeout(timer)
      timer = setTimeout(() => void save(), PAUSE_MS)
    }
    const end = form.subscribe({ formState: { values: true }, callback: wait })
    const stopRetrying = onReconnect(() => retry())
    // Changing the photos starts a new pause. So do the initial photos, but then nothing has changed and
    // nothing is saved.
    if (photos !== '' || arePhotosChanged()) wait()
    return () => {
      end()
      clearTimeout(timer)
      stopRetrying()
    }
  }, [form, isOn, photos])

  // This effect saves photos that failed at first and were then uploaded again.
  const areUploaded = pictures.list.every(({ url }) => url !== null)
  useEffect(() => {
    if (areUploaded) addPhotos()
  }, [areUploaded])

  const state = draft?.state
  useEffect(() => {
    if (state?.kind !== 'kept') return
    const timer = setTimeout(() => retry(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state])

  return {
    saveNow: () => void send(addressesOf(pictures), changes.current),
  }
}

/** Returns the URLs of the uploaded photos. */
function addressesOf({ list }: Pictures): string[] {
  return list.flatMap(({ url }) => url ?? [])
}

interface DraftInput {
  body: CarDraft
  /** True if no field of the form is omitted. */
  isComplete: boolean
}

/**
 * Returns the part of the form that a draft can store. Invalid fields are omitted and stay in the form.
 * @param images URLs in order, the cover photo first
 */
function toDraftInput(values: CarFormInput, images: readonly string[]): DraftInput {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  const all = {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    images: [...images],
    image_url: images[0] ?? '',
  }
  const { data, error } = carDraft.safeParse(all)
  if (data) return { body: data, isComplete: true }
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])))
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !wrong.has(name)))
  return { body: carDraft.parse(rest), isComplete: false }
}
