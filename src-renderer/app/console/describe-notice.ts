import type { Notice } from '../../../contract/desktop/desktop-channels.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import type { LiveNotice } from '../../../contract/events.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import { reportsApi } from '../../features/reports/reports.api.ts'
import { salesApi } from '../../features/sales/sales.api.ts'
import { usersApi } from '../../features/users/users.api.ts'
import type { AppThunk } from '../../session/store.ts'

/** The query for a list's newest rows, which include the record of a new notice. */
const newest = { query: { limit: 20 } }
const fresh = { forceRefetch: true }

/**
 * Describes a notice, with the page that shows its record. The text is shorter if the record is
 * missing.
 */
export function describeNotice({ kind, id }: LiveNotice): AppThunk<Promise<Notice>> {
  return async (dispatch) => {
    if (kind === 'report') {
      const request = dispatch(reportsApi.endpoints.listReports.initiate(newest, fresh))
      const report = await findRow(request, id)
      request.unsubscribe()
      const body = report ? `${report.reportedItemInfo.carName}: ${report.reason}` : ''
      return { kind, title: 'Car reported', body, path: rowPath(pages.reports.path, id) }
    }
    if (kind === 'sale') {
      const request = dispatch(salesApi.endpoints.listSales.initiate(newest, fresh))
      const sale = await findRow(request, id)
      request.unsubscribe()
      const price = sale && sale.priceMinor !== null ? ` for ${formatMoney(sale.priceMinor)}` : ''
      const body = sale ? `${sale.carName}${price}, to ${sale.buyerName}` : ''
      return { kind, title: 'Car sold', body, path: rowPath(pages.sales.path, id) }
    }
    const request = dispatch(usersApi.endpoints.listSellers.initiate(newest, fresh))
    const seller = await findRow(request, id)
    request.unsubscribe()
    const body = seller ? `${seller.fullName} isn’t verified yet` : ''
    return { kind, title: 'New seller', body, path: rowPath(pages.allSellers.path, id) }
  }
}

interface Rows<Row> {
  data?: { pages: { items: Row[] }[] } | undefined
}

/**
 * Returns the record's row. If a response that was already in flight lacks the row, the list is
 * refetched once. The request stays subscribed until then. The change behind the notice evicts
 * responses without subscribers.
 */
async function findRow<Row extends { _id: string }>(
  request: PromiseLike<Rows<Row>> & { refetch: () => PromiseLike<Rows<Row>> },
  id: string,
): Promise<Row | undefined> {
  const find = ({ data }: Rows<Row>) => data?.pages[0]?.items.find(({ _id }) => _id === id)
  return find(await request) ?? find(await request.refetch())
}
