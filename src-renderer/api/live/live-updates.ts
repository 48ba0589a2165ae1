import { tagTypes, type TagType } from '../../../contract/api/tags.ts'
import { clearCachedAnswers } from '../cached-answers.ts'
import { setLiveStatus, sendNotice } from './live-status.ts'
import { shareStream } from './shared-stream.ts'

export interface LiveUpdatesOptions {
  /** Tabs of the same user share one stream. */
  userId: string
  /** Since when this tab has been reading, in ms since 1970. */
  since: number
  signal: AbortSignal
  /** These kinds have changed on the server. */
  onChanged: (tags: readonly TagType[]) => void
}

/** Follows what changes of all that the signed-in user may read, until the signal ends it. */
export function startLiveUpdates({ userId, since, signal, onChanged }: LiveUpdatesOptions): void {
  let syncedAt = since
  setLiveStatus({ state: 'connecting', syncedAt: null })
  signal.addEventListener('abort', () => setLiveStatus({ state: 'off', syncedAt: null }))
  shareStream({
    stream: 'streamEvents',
    name: `kerblight.live.${userId}`,
    since,
    signal,
    changesIn({ tags, notices }) {
      notices.forEach(sendNotice)
      return tags
    },
    everything: tagTypes,
    onChanged,
    onSynced() {
      syncedAt = Date.now()
      setLiveStatus({ state: 'live', syncedAt })
      // What is shown from before may be older than all that the server tells of.
      if (clearCachedAnswers()) onChanged(tagTypes)
    },
    onLost: () => setLiveStatus({ state: 'lost', syncedAt }),
  })
}
