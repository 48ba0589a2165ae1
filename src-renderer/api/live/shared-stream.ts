import { platform } from '../../platform/current.ts'
import { keepReading } from './keep-reading.ts'
import { electTabLeader } from './tab-leader.ts'
import type { StreamEvents, StreamName } from './read-events.ts'

export interface SharedStreamOptions<S extends StreamName, Thing extends string> {
  stream: S
  /** Tabs with the same name share one stream. */
  name: string
  /** Since when this tab has been reading, in ms since 1970. */
  since: number
  signal: AbortSignal
  /** What an event says has changed. Read in the leading tab alone. */
  changesIn: (event: Exclude<StreamEvents[S], { type: 'open' }>) => readonly Thing[]
  /** What may have changed where the server cannot tell. */
  everything: readonly Thing[]
  onChanged: (things: readonly Thing[]) => void
  /** Up to date as of now. */
  onSynced?: () => void
  onLost?: () => void
}

/** Between tabs: from the leading one, but for the first. */
type Message<Thing> =
  /** A tab has joined: what changed since then? */
  | { kind: 'joined'; tab: string; since: number }
  /** For all, or for the tab that joined. */
  | { kind: 'changed'; things: readonly Thing[]; tab?: string }
  | { kind: 'synced' }
  | { kind: 'lost' }

/** Follows what changes on the server until the signal ends it. One tab reads the stream for all. */
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
      if (message.kind === 'joined') answerJoined(message)
      else if (message.kind === 'synced') markSynced()
      else if (message.kind === 'lost') onLost?.()
      else if (message.tab === undefined) take(message.things)
      // The answer to our question may come after the news itself.
      else if (message.tab === tab) take(message.things.filter((thing) => !changedAt.has(thing)))
    },
  })
  post({ kind: 'joined', tab, since })

  function onEvent(event: StreamEvents[S]) {
    if (event.type !== 'open') tell(changesIn(event as Exclude<StreamEvents[S], { type: 'open' }>))
    else if (!event.isComplete) tell(everything)
  }

  function tell(things: readonly Thing[]) {
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

  function answerJoined({ tab: newcomer, since: from }: { tab: string; since: number }) {
    if (!isLeading) return
    const things = from < since ? everything : changedSince(from)
    if (things.length > 0) post({ kind: 'changed', things, tab: newcomer })
    post({ kind: 'synced' })
  }

  function changedSince(from: number): Thing[] {
    return [...changedAt].filter(([, at]) => at >= from).map(([thing]) => thing)
  }
}
