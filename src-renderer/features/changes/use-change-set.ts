import { changesApi, useGetChangeSetQuery } from './changes.api.ts'
import { isUnderWay } from './set-text.ts'

/**
 * The milliseconds between two polls. Polling is needed for users whose network blocks event streams, and to
 * notice the end of the minute in which Undo is available.
 */
const POLL_MS = 3000

/** Returns a change set in its current state, with the progress of its revert. */
export function useChangeSet(id: string) {
  const arg = { params: { id } }
  const query = useGetChangeSetQuery(arg, { refetchOnMountOrArgChange: true })
  const isLive = query.data && (isUnderWay(query.data) || query.data.revert?.undoId !== undefined)
  const pollingInterval = isLive ? POLL_MS : 0
  changesApi.endpoints.getChangeSet.useQuerySubscription(arg, { pollingInterval })
  return query
}
