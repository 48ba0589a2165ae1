import { buildCarName } from '../../../contract/cars/car-name.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import { isPayable } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getReportTitle } from '../../../contract/reports.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { useMe } from '../../session/use-session.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { useCountAllCarsQuery, useListAllCarsQuery } from '../cars/all-cars.api.ts'
import { useListReportsQuery } from '../reports/reports.api.ts'
import { useListSalesQuery } from '../sales/sales.api.ts'
import { OverviewFrame, getRowTotal, type Action, type Figure, type OverviewPart } from './OverviewFrame.tsx'
import { SalesChart } from './SalesChart.tsx'

const MAX = 5

/** Options to refetch at each visit, because other users' actions change the data. */
const fresh = { refetchOnMountOrArgChange: true }

/**
 * Shows a seller's cars and sales. Admins see reports elsewhere on the page, because reports cover all
 * sellers.
 */
export function SellerOverview(part: OverviewPart) {
  const { isAdmin } = useMe()
  const cars = useListAllCarsQuery({ query: { mine: '1' } }, fresh)
  const counts = useCountAllCarsQuery({ query: { mine: '1' } }, fresh)
  const sales = useListSalesQuery({ query: { state: 'paid', limit: MAX } }, fresh)
  const reports = useListReportsQuery({ query: { state: 'open', limit: MAX } }, { ...fresh, skip: isAdmin })

  const paid = flattenPages(sales.data).items ?? []
  const unpriced =
    flattenPages(cars.data).items?.filter(
      (car) => car.available === 'instock' && !isPayable(car.allInMinor),
    ) ?? []
  const openReports = flattenPages(reports.data).items ?? []

  const actions: Action[] = [
    ...paid.map(({ _id, carName: name, buyerName, paidAt }) => ({
      key: _id,
      text: (
        <>
          {buyerName} paid for your {name}
          {paidAt && (
            <>
              {' '}
              on <DateText at={paidAt} />
            </>
          )}
          . Arrange the handover.
        </>
      ),
      label: 'View sale',
      to: rowPath(pages.sales.path, _id),
    })),
    ...openReports.map(({ _id, reason, reportedItemInfo: { carName: name } }) => ({
      key: _id,
      text: `${getReportTitle(reason)}: ${name}`,
      label: 'Read report',
      to: rowPath(pages.reports.path, _id),
    })),
    ...unpriced.slice(0, MAX).map((car) => ({
      key: car._id,
      text: `Your ${buildCarName(car)} has no price buyers can pay online`,
      label: 'Edit car',
      to: pagePath('editCar', { id: car._id }),
    })),
  ]

  const reported: Figure = {
    label: 'Open reports',
    value: getRowTotal(reports),
    hasFailed: reports.isError,
    to: pages.reports.path,
  }

  return (
    <OverviewFrame
      {...part}
      figures={[
        { label: 'My cars', value: getRowTotal(cars), hasFailed: cars.isError, to: pages.myCars.path },
        {
          label: 'In stock',
          value: counts.data?.instock,
          hasFailed: counts.isError,
          to: pages.myCars.path,
        },
        {
          label: 'Paid sales',
          value: getRowTotal(sales),
          hasFailed: sales.isError,
          to: pages.sales.path,
        },
        ...(isAdmin ? [] : [reported]),
      ]}
      actions={actions}
      sources={isAdmin ? [sales, cars, counts] : [sales, reports, cars, counts]}
      calmText={
        isAdmin
          ? 'Paid cars to hand over and cars without a price show up here.'
          : 'Paid cars to hand over, reports on your cars, and cars without a price show up here.'
      }
      chart={<SalesChart isMine as={part.title ? 'h3' : 'h2'} />}
    />
  )
}
