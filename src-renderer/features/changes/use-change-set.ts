import { changesApi, useGetChangeSetQuery } from './changes.api.ts'
import { isUnderWay } from './set-text.ts'

/** For a reader whose network lets no event streams through, and for the end of the minute in which Undo is offered. */
const POLL_MS = 3000

/** A change set as it is now, with the progress of its revert. */
export function useChangeSet(id: string) {
  const arg = { params: { id } }
  const query = useGetChangeSetQuery(arg, { refetchOnMountOrArgChange: true })
  const isLive = query.data && (isUnderWay(query.data) || query.data.revert?.undoId !== undefined)
  const pollingInterval = isLive ? POLL_MS : 0
  changesApi.endpoints.getChangeSet.useQuerySubscription(arg, { pollingInterval })
  return query
}
