import { importsApi, useGetImportQuery } from './imports.api.ts'

/** For who hears of no changes: a network may let calls through and no streams. */
const POLL_MS = 3000

/** An import as it is now. */
export function useImport(id: string) {
  const arg = { params: { id } }
  const query = useGetImportQuery(arg, { refetchOnMountOrArgChange: true })
  const state = query.data?.state
  const isUnderWay = state === 'reading' || state === 'applying'
  importsApi.endpoints.getImport.useQuerySubscription(arg, { pollingInterval: isUnderWay ? POLL_MS : 0 })
  return query
}
