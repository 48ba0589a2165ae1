import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { toProblem } from '../../api/problem.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { GONE_FROM_LIST, useOpenRequest } from '../../ui/table/use-open-request.ts'
import { useListReportsQuery } from './reports.api.ts'

/**
 * Opens the report that a link or a notification refers to, at any position in the list. It opens only once
 * per visit.
 */
export function useLinkedReport(isOurs: boolean, onFound: (report: Report) => void): void {
  const openRequest = useOpenRequest(isOurs)
  const { wanted } = openRequest
  const { data, error, isFetching } = useListReportsQuery(
    wanted === null ? skipToken : { query: { from: wanted, limit: 1 } },
  )
  useEffect(() => {
    if (wanted === null || isFetching || !(data || error) || !openRequest.answer()) return
    const report = data?.pages[0]?.items[0]
    if (report) onFound(report)
    else if (data) toast.info(GONE_FROM_LIST)
    else toast.error(toProblem(error).message)
  })
}
