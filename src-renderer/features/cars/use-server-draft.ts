import { useRef, useState } from 'react'
import type { CarDraft } from '../../../contract/cars/cars.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { useAddDraftMutation, useSaveDraftMutation } from './cars.api.ts'

/** A draft's ID and the latest version that the form knows. */
export interface DraftPlace {
  id: string
  version: number
}

/**
 * - `changed`: some input is not saved yet.
 * - `saved`: the draft is incomplete if it lacks invalid input or a photo that failed to upload.
 * - `unsaved`: saving failed. The input stays in the form and is saved once the server is reachable.
 * - `conflict`: another window has saved the draft.
 * - `gone`: another window has listed or deleted the draft.
 */
export type DraftState =
  | { kind: 'empty' | 'changed' | 'saving' | 'gone' }
  | { kind: 'saved'; at: Date; isComplete: boolean }
  | { kind: 'unsaved'; why: string }
  | { kind: 'conflict'; version: number }

export interface ServerDraft {
  state: DraftState
  /**
   * Saves the draft after any pending save.
   * @param isComplete true if `body` contains all of the form's input
   * @returns the problem, or null if the draft was saved
   */
  save: (body: CarDraft, isComplete?: boolean) => Promise<ApiProblem | null>
  markChanged: () => void
  /** Accepts the other window's version, which the next save then replaces. */
  keepMine: () => void
  /**
   * Waits for the save in flight.
   * @returns the resulting draft, if any
   */
  settle: () => Promise<DraftPlace | null>
  /** Stops saving once the car is being listed. */
  stop: () => void
}

/**
 * Saves a form as a draft on the server.
 * @param remember called with each draft that is created or saved
 */
export function useServerDraft(start: DraftPlace | null, remember: (draft: DraftPlace) => void): ServerDraft {
  const draft = useRef(start)
  const lastSave = useRef<Promise<ApiProblem | null>>(Promise.resolve(null))
  const isStopped = useRef(false)
  const [state, setState] = useState<DraftState>({ kind: 'empty' })
  const [addDraft] = useAddDraftMutation()
  const [saveDraft] = useSaveDraftMutation()
  const keyOf = useIdempotencyKey()

  async function send(body: CarDraft): Promise<DraftPlace> {
    if (draft.current === null) {
      const { insertedId: id, version } = await addDraft({
        body,
        headers: { 'idempotency-key': keyOf(body) },
      }).unwrap()
      return { id, version }
    }
    const { id, version: knownVersion } = draft.current
    const headers = { 'if-match': `"${knownVersion}"` }
    const { version } = await saveDraft({ params: { id }, body, headers }).unwrap()
    return { id, version }
  }

  async function saveNow(body: CarDraft, isComplete: boolean): Promise<ApiProblem | null> {
    if (isStopped.current) return null
    setState({ kind: 'saving' })
    try {
      draft.current = await send(body)
      remember(draft.current)
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
    save: (body, isComplete = true) =>
      (lastSave.current = lastSave.current.then(() => saveNow(body, isComplete))),
    markChanged: () => setState((previous) => (previous.kind === 'saved' ? { kind: 'changed' } : previous)),
    keepMine() {
      if (state.kind !== 'conflict' || draft.current === null) return
      draft.current = { ...draft.current, version: state.version }
    },
    settle: () => lastSave.current.then(() => draft.current),
    stop() {
      isStopped.current = true
    },
  }
}

function stateAfter({ code, message, facts }: ApiProblem): DraftState {
  if (code === 'stale-copy') return { kind: 'conflict', version: Number(facts?.version ?? 0) }
  if (code === 'not-found' || code === 'state-not-allowed' || code === 'car-sold') return { kind: 'gone' }
  return { kind: 'unsaved', why: code === 'offline' ? 'You’re offline.' : message }
}
