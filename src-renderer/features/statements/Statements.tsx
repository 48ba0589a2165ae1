import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import { formatMonth, statementsPath, type ListedMonth } from '../../../contract/statements.ts'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { ListError } from '../../ui/table/ListError.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { useGetStatementsQuery } from './statements.api.ts'

interface StatementsProps {
  /** The seller's ID; undefined for the user's own statements. */
  seller: string | undefined
  /** The seller picker, shown to admins only. */
  chooseSeller: ReactNode
}

/** Lists the months of a seller with their totals and files. */
export function Statements({ seller, chooseSeller }: StatementsProps) {
  const { isAdmin } = useMe()
  usePageTitle('Statements')

  return (
    <>
      {!isDense() && (
        <Breadcrumb
          items={[{ label: pages.payouts.title, to: pages.payouts.path }, { label: 'Statements' }]}
        />
      )}
      {isAdmin && seller === undefined ? (
        <>
          <PageHead title="Statements" text="Choose the seller whose statements you need." />
          <Card className="max-w-[560px] p-5 sm:p-6">{chooseSeller}</Card>
        </>
      ) : (
        <Months seller={seller} />
      )}
    </>
  )
}

function Months({ seller }: Pick<StatementsProps, 'seller'>) {
  const query = useGetStatementsQuery({ query: { seller } }, { refetchOnMountOrArgChange: true })
  const { isAdmin } = useMe()
  const { currentData: data } = query

  return (
    <>
      <PageHead
        title={seller !== undefined && data ? `Statements of ${data.sellerName}` : 'Statements'}
        text="Each month has a statement, and an invoice if there were fees. Months begin and end in UTC."
        actions={
          isAdmin ? (
            <LinkButton variant="secondary" to={statementsPath()}>
              Change seller
            </LinkButton>
          ) : (
            isDense() && (
              <LinkButton variant="secondary" to={pages.payouts.path}>
                Back to payouts
              </LinkButton>
            )
          )
        }
      />
      {!data && query.error ? (
        <ListError query={query} />
      ) : (
        <DataTable
          caption="Months"
          columns={columnsFor(seller)}
          rows={data?.months}
          rowKey={({ month }) => month}
          empty={
            <EmptyState
              icon={<ReceiptText />}
              title="No statements yet"
              text="The first statement is created in the month of the first paid car."
            />
          }
        />
      )}
    </>
  )
}

function columnsFor(seller: string | undefined): readonly Column<ListedMonth>[] {
  return [
    {
      key: 'month',
      header: 'Month',
      kind: 'main',
      render: ({ month, isFinal }) => (
        <span className="flex flex-wrap items-center gap-2">
          {formatMonth(month)}
          {!isFinal && <Badge tone="info">So far</Badge>}
        </span>
      ),
    },
    {
      key: 'sales',
      header: 'Sales paid out',
      align: 'end',
      render: ({ sales }) => <span className="tabular-nums">{sales}</span>,
    },
    moneyColumn('payout', 'Paid out', ({ payoutMinor }) => payoutMinor),
    moneyColumn('takenBack', 'Taken back', ({ takenBackMinor }) => takenBackMinor),
    moneyColumn('fees', 'Fees', ({ feeMinor }) => feeMinor),
    {
      key: 'actions',
      header: 'Files',
      kind: 'actions',
      align: 'end',
      render: (month) => <DownloadMenu month={month} seller={seller} />,
    },
  ]
}

function moneyColumn(
  key: string,
  header: string,
  amountOf: (month: ListedMonth) => number,
): Column<ListedMonth> {
  return {
    key,
    header,
    align: 'end',
    render: (month) => <span className="tabular-nums">{formatMoney(amountOf(month))}</span>,
  }
}
