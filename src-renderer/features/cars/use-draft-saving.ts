import { useEffect, useEffectEvent } from 'react'
import { onReconnect } from '../../api/on-reconnect.ts'
import type { CarFormControls } from './car-form.ts'
import { toDraftInput } from './draft-input.ts'
import type { Pictures } from './use-pictures.ts'
import type { ServerDraft } from './use-server-draft.ts'

/** How long nobody types before what is there is saved. */
const PAUSE_MS = 2500
/** After which what could not be saved is tried again. */
const RETRY_MS = 15_000

interface Saving {
  form: CarFormControls
  pictures: Pictures
  /** Where nothing is to be saved, undefined. */
  draft: ServerDraft | undefined
  /** The form is being sent. */
  isBusy: boolean
}

/** Saves a form as a draft at each pause, and what could not be saved once the browser is online again. */
export function useDraftSaving({ form, pictures, draft, isBusy }: Saving): { saveNow: () => void } {
  const photos = pictures.list.map(({ key }) => key).join()

  const save = useEffectEvent(async () => {
    if (!draft || isBusy) return
    const isUntouched = draft.state.kind === 'empty' && !form.formState.isDirty && !pictures.isChanged
    if (isUntouched) return
    const uploaded = await pictures.upload()
    const urls = 'urls' in uploaded ? uploaded.urls : pictures.list.flatMap(({ url }) => url ?? [])
    await draft.save(toDraftInput(form.getValues(), urls))
  })
  const mark = useEffectEvent(() => draft?.markChanged())
  const retry = useEffectEvent(() => draft?.state.kind === 'kept' && void save())
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
    // Photos begin a pause of their own, those of the start too: then nothing has changed, and nothing is saved.
    if (photos !== '') wait()
    return () => {
      end()
      clearTimeout(timer)
      stopRetrying()
    }
  }, [form, isOn, photos])

  const state = draft?.state
  useEffect(() => {
    if (state?.kind !== 'kept') return
    const timer = setTimeout(() => retry(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [state])

  return {
    saveNow() {
      if (!draft) return
      const urls = pictures.list.flatMap(({ url }) => url ?? [])
      void draft.save(toDraftInput(form.getValues(), urls))
    },
  }
}
