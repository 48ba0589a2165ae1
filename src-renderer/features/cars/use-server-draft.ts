import { useRef, useState } from 'react'
import type { CarDraft } from '../../../contract/cars/cars.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { useAddDraftMutation, useSaveDraftMutation } from './cars.api.ts'

/** A draft's ID, and the latest version that the form knows. */
export interface DraftPlace {
  id: string
  version: number
}

/**
 * - `changed`: some input is not saved yet.
 * - `saved`: the draft is incomplete if it lacks invalid input or a photo that failed to upload.
 * - `kept`: saving failed. The input stays in the form and is saved once the server is reachable.
 * - `conflict`: another window has saved the draft in the meantime.
 * - `gone`: another window has listed or deleted the draft.
 */
export type DraftState =
  | { kind: 'empty' | 'changed' | 'saving' | 'gone' }
  | { kind: 'saved'; at: Date; isComplete: boolean }
  | { kind: 'kept'; why: string }
  | { kind: 'conflict'; version: number }

export interface ServerDraft {
  state: DraftState
  /**
   * Saves the draft after any pending save.
   * @param isComplete true if `body` contains all of the form's input
   * @returns the problem; null if the draft was saved
   */
  save: (body: CarDraft, isComplete?: boolean) => Promise<ApiProblem | null>
  markChanged: () => void
  /** Accepts the other window's version as known, so that the next save replaces it. */
  keepMine: () => void
  /**
   * Waits for the save in flight.
   * @returns the resulting draft, if any
   */
  settle: () => Promise<DraftPlace | null>
  /** Stops saving, because the car is being listed. */
  stop: () => void
}

/**
 * Saves a form as a draft on the server.
 * @param remember called with each draft that is created or saved
 */
export function useServerDraft(start: DraftPlace | null, remember: (place: DraftPlace) => void): ServerDraft {
  const place = useRef(start)
  const under = useRef<Promise<ApiProblem | null>>(Promise.resolve(null))
  const isStopped = useRef(false)
  const [state, setState] = useState<DraftState>({ kind: 'empty' })
  const [addDraft] = useAddDraftMutation()
  const [saveDraft] = useSaveDraftMutation()
  const keyOf = useIdempotencyKey()

  async function send(body: CarDraft): Promise<DraftPlace> {
    if (place.current === null) {
      const { insertedId: id, version } = await addDraft({
        body,
        headers: { 'idempotency-key': keyOf(body) },
      }).unwrap()
      return { id, version }
    }
    const { id, version: seen } = place.current
    const headers = { 'if-match': `"${seen}"` }
    const { version } = await saveDraft({ params: { id }, body, headers }).unwrap()
    return { id, version }
  }

  async function saveNow(body: CarDraft, isComplete: boolean): Promise<ApiProblem | null> {
    if (isStopped.current) return null
    setState({ kind: 'saving' })
    try {
      place.current = await send(body)
      remember(place.current)
      setState({ kind: 'saved', at: new Date(), isComplete })
      return null
    } catch (error) {
      const problem = toProblem(error)
      setState(stateAfter(problem))
      return problem
    }
  }

  return {
    state,
    save: (body, isComplete = true) => (under.current = under.current.then(() => saveNow(body, isComplete))),
    markChanged: () => setState((now) => (now.kind === 'saved' ? { kind: 'changed' } : now)),
    keepMine() {
      if (state.kind !== 'conflict' || place.current === null) return
      place.current = { ...place.current, version: state.version }
    },
    settle: () => under.current.then(() => place.current),
    stop() {
      isStopped.current = true
    },
  }
}

function stateAfter({ code, message, facts }: ApiProblem): DraftState {
  if (code === 'stale-copy') return { kind: 'conflict', version: Number(facts?.version ?? 0) }
  if (code === 'not-found' || code === 'state-not-allowed' || code === 'car-sold') return { kind: 'gone' }
  return { kind: 'kept', why: code === 'offline' ? 'You’re offline.' : message }
}
