import type { LiveEvent } from '../../../contract/events.ts'
import { tagTypes, type TagType } from '../../../contract/tags.ts'
import { platform } from '../../platform/current.ts'
import { forgetKeptAnswers } from '../kept-answers.ts'
import { keepReading } from './keep-reading.ts'
import { leadOne } from './lead-one.ts'
import { setLiveStatus, tellNotice } from './live-status.ts'

export interface LiveUpdatesOptions {
  /** Tabs of the same user share one stream. */
  userId: string
  /** Since when this tab has been reading, in ms since 1970. */
  since: number
  signal: AbortSignal
  /** These kinds have changed on the server. */
  onChanged: (tags: readonly TagType[]) => void
}

/** Between tabs: from the leading one, but for the first. */
type Message =
  /** A tab has joined: what changed since then? */
  | { kind: 'joined'; tab: string; since: number }
  /** For all, or for the tab that joined. */
  | { kind: 'changed'; tags: readonly TagType[]; tab?: string }
  | { kind: 'synced' }
  | { kind: 'lost' }

/** Follows what changes on the server until the signal ends it. One tab reads the stream for all. */
export function startLiveUpdates({ userId, since, signal, onChanged }: LiveUpdatesOptions): void {
  const tab = String(Math.random())
  const changedAt = new Map<TagType, number>()
  let syncedAt = since
  let isLeading = false
  setLiveStatus({ state: 'connecting', syncedAt: null })
  signal.addEventListener('abort', () => setLiveStatus({ state: 'off', syncedAt: null }))

  const post = leadOne<Message>({
    name: `kerblight.live.${userId}`,
    signal,
    async lead(turn) {
      isLeading = true
      await keepReading({
        syncedAt: () => syncedAt,
        signal: turn,
        onEvent,
        onSynced,
        onLost,
        onWake: platform.console?.onWake,
      })
      isLeading = false
    },
    onMessage(message) {
      if (message.kind === 'joined') answerJoined(message)
      else if (message.kind === 'synced') markSynced()
      else if (message.kind === 'lost') markLost()
      else if (message.tab === undefined) take(message.tags)
      // The answer to our question may come after the news itself.
      else if (message.tab === tab) take(message.tags.filter((tag) => !changedAt.has(tag)))
    },
  })
  post({ kind: 'joined', tab, since })

  function onEvent(event: LiveEvent) {
    if (event.type === 'changed') {
      event.notices.forEach(tellNotice)
      tell(event.tags)
    } else if (!event.isComplete) tell(tagTypes)
  }

  function tell(tags: readonly TagType[]) {
    post({ kind: 'changed', tags })
    take(tags)
  }

  function take(tags: readonly TagType[]) {
    for (const tag of tags) changedAt.set(tag, Date.now())
    if (tags.length > 0) onChanged(tags)
  }

  function onSynced() {
    markSynced()
    post({ kind: 'synced' })
  }

  function onLost() {
    markLost()
    post({ kind: 'lost' })
  }

  function markSynced() {
    syncedAt = Date.now()
    setLiveStatus({ state: 'live', syncedAt })
    // What is shown from before may be older than all that the server tells of.
    if (forgetKeptAnswers()) take(tagTypes)
  }

  function markLost() {
    setLiveStatus({ state: 'lost', syncedAt })
  }

  function answerJoined({ tab: newcomer, since: from }: { tab: string; since: number }) {
    if (!isLeading) return
    const tags = tagTypes.filter((tag) => (changedAt.get(tag) ?? 0) >= from)
    if (tags.length > 0) post({ kind: 'changed', tags, tab: newcomer })
    post({ kind: 'synced' })
  }
}
