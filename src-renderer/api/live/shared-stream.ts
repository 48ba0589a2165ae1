import { platform } from '../../platform/current.ts'
import { keepReading } from './keep-reading.ts'
import { electTabLeader } from './tab-leader.ts'
import type { StreamEvents, StreamName } from './read-events.ts'

export interface SharedStreamOptions<S extends StreamName, Thing extends string> {
  stream: S
  /** The stream's name. Tabs with the same name share a stream. */
  name: string
  /** The start of the changes that this tab needs, in milliseconds since 1970. */
  since: number
  signal: AbortSignal
  /** Returns what an event reports as changed. Called only in the leading tab. */
  changesIn: (event: Exclude<StreamEvents[S], { type: 'open' }>) => readonly Thing[]
  /** Everything that may have changed, for when the server does not know. */
  everything: readonly Thing[]
  onChanged: (things: readonly Thing[]) => void
  /** Called whenever this tab is up to date. */
  onSynced?: () => void
  onLost?: () => void
}

/** A message between tabs. Only `joined` does not come from the leading tab. */
type Message<Thing> =
  /** A tab has joined and requests the changes since `since`. */
  | { kind: 'joined'; tab: string; since: number }
  /** Changes for all tabs, or only for the tab that joined. */
  | { kind: 'changed'; things: readonly Thing[]; tab?: string }
  | { kind: 'synced' }
  | { kind: 'lost' }

/** Follows changes on the server until the signal aborts. One tab reads the stream for all tabs. */
export function shareStream<S extends StreamName, Thing extends string>({
  stream,
  name,
  since,
  signal,
  changesIn,
  everything,
  onChanged,
  onSynced,
  onLost,
}: SharedStreamOptions<S, Thing>): void {
  const tab = String(Math.random())
  const changedAt = new Map<Thing, number>()
  let syncedAt = since
  let isLeading = false

  const post = electTabLeader<Message<Thing>>({
    name,
    signal,
    async lead(turn) {
      isLeading = true
      await keepReading({
        stream,
        syncedAt: () => syncedAt,
        signal: turn,
        onEvent,
        onSynced() {
          markSynced()
          post({ kind: 'synced' })
        },
        onLost() {
          onLost?.()
          post({ kind: 'lost' })
        },
        onWake: platform.console?.onWake,
      })
      isLeading = false
    },
    onMessage(message) {
      if (message.kind === 'joined') respondToJoined(message)
      else if (message.kind === 'synced') markSynced()
      else if (message.kind === 'lost') onLost?.()
      else if (message.tab === undefined) take(message.things)
      // The reply to `joined` may arrive after the change itself, so known changes are skipped.
      else if (message.tab === tab) take(message.things.filter((thing) => !changedAt.has(thing)))
    },
  })
  post({ kind: 'joined', tab, since })

  function onEvent(event: StreamEvents[S]) {
    if (event.type !== 'open') sendChanges(changesIn(event as Exclude<StreamEvents[S], { type: 'open' }>))
    else if (!event.isComplete) sendChanges(everything)
  }

  function sendChanges(things: readonly Thing[]) {
    post({ kind: 'changed', things })
    take(things)
  }

  function take(things: readonly Thing[]) {
    for (const thing of things) changedAt.set(thing, Date.now())
    if (things.length > 0) onChanged(things)
  }

  function markSynced() {
    syncedAt = Date.now()
    onSynced?.()
  }

  function respondToJoined({ tab: newcomer, since: from }: { tab: string; since: number }) {
    if (!isLeading) return
    const things = from < since ? everything : changedSince(from)
    if (things.length > 0) post({ kind: 'changed', things, tab: newcomer })
    post({ kind: 'synced' })
  }

  function changedSince(from: number): Thing[] {
    return [...changedAt].filter(([, at]) => at >= from).map(([thing]) => thing)
  }
}
