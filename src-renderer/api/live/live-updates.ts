import { tagTypes, type TagType } from '../../../contract/api/tags.ts'
import { clearCachedResponses } from '../cached-responses.ts'
import { setLiveStatus, sendNotice } from './live-status.ts'
import { shareStream } from './shared-stream.ts'

export interface LiveUpdatesOptions {
  /** Tabs of the same user share one stream. */
  userId: string
  /** The start of the changes that this tab needs, in milliseconds since 1970. */
  since: number
  signal: AbortSignal
  /** Called with the kinds of data that have changed on the server. */
  onChanged: (tags: readonly TagType[]) => void
}

/** Follows the changes to all data that the signed-in user may read, until the signal aborts. */
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
      // The page may show cached data that is older than the oldest change that the server reports.
      if (clearCachedResponses()) onChanged(tagTypes)
    },
    onLost: () => setLiveStatus({ state: 'lost', syncedAt }),
  })
}
