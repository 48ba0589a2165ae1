import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { reportStateLabels } from '../../../contract/list-labels.ts'
import { parsePrice } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getReasonLabel, type Report } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import type { PagedQuery, ConsoleTableOptions } from '../../ui/table/table-props.ts'
import type { ListView } from '../../ui/table/list-view.ts'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { ReportState } from './ReportState.tsx'

interface ReportTableProps {
  query: PagedQuery<Report>
  view: ListView<Report>
  empty: ReactNode
  /** The actions for a report, or undefined for a read-only table. */
  menu?: (report: Report) => (MenuEntry | false)[]
  consoleOptions?: ConsoleTableOptions<Report>
}

/** Lists reports: admins decide them, and sellers read those about their cars. */
export function ReportTable({ query, view, empty, menu, consoleOptions }: ReportTableProps) {
  const actions: Column<Report>[] = menu
    ? [
        {
          key: 'actions',
          header: 'Actions',
          kind: 'actions',
          align: 'end',
          render: (report) => (
            <Menu
              label={`Actions for the report on ${report.reportedItemInfo.carName}`}
              entries={menu(report)}
            >
              <MoreHorizontal />
            </Menu>
          ),
        },
      ]
    : []

  return (
    <ListTable
      caption={pages.reports.title}
      query={query}
      view={view}
      rowKey={(report) => report._id}
      empty={empty}
      {...(consoleOptions && { consoleOptions })}
      columns={[...columns, ...actions]}
    />
  )
}

const columns: Column<Report>[] = [
  {
    key: 'model',
    header: 'Car model',
    kind: 'main',
    value: ({ reportedItemInfo }) => reportedItemInfo.carName,
    width: 200,
    render: ({ reportedItemInfo: { carID, carName } }) => (
      <TextLink to={pagePath('car', { id: carID })} className="wrap-anywhere">
        {carName}
      </TextLink>
    ),
  },
  {
    key: 'price',
    rank: 4,
    header: strings.columns.price,
    align: 'end',
    width: 100,
    value: ({ reportedItemInfo }) => parsePrice(reportedItemInfo.resellPrice),
    render: ({ reportedItemInfo }) => (
      <TypedPrice minor={parsePrice(reportedItemInfo.resellPrice)} text={reportedItemInfo.resellPrice} />
    ),
  },
  {
    key: 'seller',
    rank: 3,
    header: 'Seller email',
    width: 170,
    value: ({ reportedItemInfo }) => reportedItemInfo.sellerEmail,
    render: ({ reportedItemInfo }) => <EmailText address={reportedItemInfo.sellerEmail} />,
  },
  {
    key: 'paid',
    rank: 5,
    header: 'Payment',
    width: 90,
    value: ({ reportedItemInfo: { paid } }) => (paid ? strings.payment.paid : strings.payment.notPaid),
    render: ({ reportedItemInfo: { paid } }) => (
      <Badge tone={paid ? 'success' : 'neutral'}>
        {paid ? strings.payment.paid : strings.payment.notPaid}
      </Badge>
    ),
  },
  {
    key: 'reason',
    rank: 2,
    header: 'Reason',
    width: 140,
    value: ({ reason, note }) => `${reason} ${note}`,
    render: (report) => <Reason report={report} />,
  },
  {
    key: 'state',
    rank: 1,
    header: 'Status',
    width: 100,
    value: ({ state }) => reportStateLabels[state],
    isFacet: true,
    render: ({ state, outcome }) => (
      <span className="cell-stack">
        <ReportState state={state} />
        {outcome && <span className="text-tiny text-muted wrap-anywhere">{outcome}</span>}
      </span>
    ),
  },
]

function Reason({ report }: { report: Report }) {
  const { reason, note, reportedUserName, reportedUserEmail, createdAt } = report
  return (
    <span className="block min-w-32 max-w-[36ch] wrap-anywhere">
      <span className="font-semibold">{getReasonLabel(reason)}</span>
      {note && <span className="cell-more block whitespace-pre-line wrap-anywhere">{note}</span>}
      <span className="cell-more block text-tiny text-subtle">
        {reportedUserEmail && (
          <>
            by <span title={reportedUserEmail}>{reportedUserName || reportedUserEmail}</span>,{' '}
          </>
        )}
        <DateText at={createdAt} />
      </span>
    </span>
  )
}
