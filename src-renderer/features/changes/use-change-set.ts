import { changesApi, useGetChangeSetQuery } from './changes.api.ts'
import { isUnderWay } from './set-text.ts'

/** For a reader whose network lets no event streams through. */
const POLL_MS = 3000

/** A change set as it is now, with the progress of its revert. */
export function useChangeSet(id: string) {
  const arg = { params: { id } }
  const query = useGetChangeSetQuery(arg, { refetchOnMountOrArgChange: true })
  const pollingInterval = query.data && isUnderWay(query.data) ? POLL_MS : 0
  changesApi.endpoints.getChangeSet.useQuerySubscription(arg, { pollingInterval })
  return query
}
