import { useEffect, useEffectEvent, useRef } from 'react'
import { carDraft, type CarDraft } from '../../../contract/cars/cars.ts'
import { onReconnect } from '../../api/on-reconnect.ts'
import { copyPhotos, type CarFormControls, type CarFormInput, type UploadedPhotos } from './car-form.ts'
import type { Photos } from './use-photos.ts'
import type { ServerDraft } from './use-server-draft.ts'

/** The pause in typing, in milliseconds, before the input is saved. */
const PAUSE_MS = 2500
/** The delay in milliseconds before a failed save is retried. */
const RETRY_MS = 15_000

interface Saving {
  form: CarFormControls
  formPhotos: Photos
  /** Undefined if the form is not saved as a draft. */
  draft: ServerDraft | undefined
  isBusy: boolean
}

/** Saves a form as a draft whenever the user pauses. Retries failed saves once the browser is back online. */
export function useDraftSaving({ form, formPhotos, draft, isBusy }: Saving): { saveNow: () => void } {
  const photos = formPhotos.list.map(({ key, shot, file }) => `${key} ${shot} ${file?.lastModified}`).join()
  const changes = useRef(0)

  /**
   * Saves the form as a draft.
   * @param changeCount the number of changes so far. Later changes are not part of this save.
   */
  async function send(photos: UploadedPhotos, changeCount: number) {
    if (!draft) return
    const { body, isComplete } = toDraftInput(form.getValues(), photos)
    await draft.save(body, isComplete && photos.images.length === formPhotos.list.length)
    if (changes.current !== changeCount) draft.markChanged()
  }

  const save = useEffectEvent(async () => {
    if (!draft || isBusy) return
    const isUntouched = draft.state.kind === 'empty' && !form.formState.isDirty && !formPhotos.isChanged
    if (isUntouched) return
    const changeCount = changes.current
    const uploaded = await formPhotos.upload()
    await send('photos' in uploaded ? uploaded.photos : uploadedOf(formPhotos), changeCount)
  })
  const mark = useEffectEvent(() => {
    changes.current += 1
    draft?.markChanged()
  })
  const arePhotosChanged = useEffectEvent(() => formPhotos.isChanged)
  const retry = useEffectEvent(() => draft?.state.kind === 'unsaved' && void save())
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
    // Changing the photos starts a new pause. The initial photos do, too, but nothing is saved without a
    // change.
    if (photos !== '' || arePhotosChanged()) wait()
    return () => {
      end()
      clearTimeout(timer)
      stopRetrying()
    }
  }, [form, isOn, photos])

  // Saves photos that failed at first and were uploaded again.
  const areUploaded = formPhotos.list.every(({ url }) => url !== null)
  useEffect(() => {
    if (areUploaded) addPhotos()
  }, [areUploaded])

  const state = draft?.state
  useEffect(() => {
    if (state?.kind !== 'unsaved') return
    const timer = setTimeout(() => retry(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state])

  return {
    saveNow: () => void send(uploadedOf(formPhotos), changes.current),
  }
}

function uploadedOf({ list }: Photos): UploadedPhotos {
  const uploaded = list.flatMap(({ url, shot }) => (url === null ? [] : [{ url, shot }]))
  return { images: uploaded.map(({ url }) => url), shots: uploaded.map(({ shot }) => shot) }
}

interface DraftInput {
  body: CarDraft
  /** True if no field is omitted. */
  isComplete: boolean
}

/**
 * Returns what a draft can store. Invalid fields are omitted and stay in the form.
 * @param photos the photos in order, the cover photo first
 */
function toDraftInput(values: CarFormInput, { images, shots }: UploadedPhotos): DraftInput {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  const draftInput = {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    marks: copyPhotos(images, values.marks),
    images,
    shots,
    image_url: images[0] ?? '',
  }
  const { data, error } = carDraft.safeParse(draftInput)
  if (data) return { body: data, isComplete: true }
  const invalidFields = new Set(error.issues.map(({ path }) => String(path[0])))
  const validInput = Object.fromEntries(
    Object.entries(draftInput).filter(([name]) => !invalidFields.has(name)),
  )
  return { body: carDraft.parse(validInput), isComplete: false }
}
