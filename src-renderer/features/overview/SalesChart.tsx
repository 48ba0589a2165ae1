import { formatMoney } from '../../../contract/money.ts'
import { BarChart } from '../../ui/controls/BarChart.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useListSalesByMonthQuery } from '../sales/sales.api.ts'
import { describeSales, formatMonthNames, formatPeriod } from './sales-finding.ts'

interface SalesChartProps {
  /** True to show only the user's own sales. If false, admins see the sales of the whole market. */
  isMine: boolean
  as: 'h2' | 'h3'
}

export function SalesChart({ isMine, as }: SalesChartProps) {
  const query = { ...(isMine && { mine: '1' as const }), timeZone: timeZoneHere() }
  const { data, error, isFetching, refetch } = useListSalesByMonthQuery(
    { query },
    { refetchOnMountOrArgChange: true },
  )

  if (!data && error) {
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Card>
    )
  }
  const [first, last] = [data?.[0], data?.at(-1)]
  if (!data || !first || !last) {
    return (
      <Card className="p-5">
        <Loading label="Loading sales">
          <Skeleton className="h-64 w-full compact:h-52" />
        </Loading>
      </Card>
    )
  }
  return (
    <BarChart
      title={describeSales(
        data.map(({ month, cars, elsewhere }) => ({ month, cars: cars + elsewhere.cars })),
      )}
      as={as}
      text={`Sales, not counting refunds, ${formatPeriod(first.month, last.month)}. ${formatMonthNames(last.month).name} so far.`}
      columns={['Month', 'Cars', 'Total', 'Elsewhere', 'Total elsewhere']}
      series={['Paid on Kerblight', 'Sold elsewhere']}
      bars={data.map(({ month, cars, amount, elsewhere }) => ({
        label: formatMonthNames(month).short,
        name: formatMonthNames(month).full,
        value: cars,
        isOpen: month === last.month,
        detail: formatMoney(amount),
        other: { value: elsewhere.cars, detail: formatMoney(elsewhere.amount) },
      }))}
    />
  )
}

/** Returns the system's IANA time zone, or undefined if it is unknown. */
function timeZoneHere(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}
