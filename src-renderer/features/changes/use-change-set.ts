import { changesApi, useGetChangeSetQuery } from './changes.api.ts'
import { isUnderWay } from './set-text.ts'

/**
 * The polling interval in milliseconds. Polling covers networks that block event streams, and notices when
 * the minute for Undo ends.
 */
const POLL_MS = 3000

export function useChangeSet(id: string) {
  const arg = { params: { id } }
  const query = useGetChangeSetQuery(arg, { refetchOnMountOrArgChange: true })
  const isLive = query.data && (isUnderWay(query.data) || query.data.revert?.undoId !== undefined)
  const pollingInterval = isLive ? POLL_MS : 0
  changesApi.endpoints.getChangeSet.useQuerySubscription(arg, { pollingInterval })
  return query
}
