import { ShieldCheck } from 'lucide-react'
import { disputePath, isAnswerable, disputeStateLabels, type Dispute } from '../../../contract/disputes.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { DeadlineText } from './DeadlineText.tsx'
import { getDisputeReason, stateTones } from './dispute-labels.ts'
import { useListDisputesInfiniteQuery } from './disputes.api.ts'

export function AllDisputes() {
  const query = useListDisputesInfiniteQuery({}, { refetchOnMountOrArgChange: true })
  const { total } = flattenPages(query.data)

  return (
    <>
      <PageHead
        title={pages.disputes.title}
        count={total}
        text="Payments that buyers disputed with their bank. Check the evidence and submit it before the deadline, or the buyer wins."
        actions={<ExportMenu list="listDisputes" fileName="kerblight-disputes" />}
      />
      <PagedTable
        caption={pages.disputes.title}
        query={query}
        rowKey={({ _id }) => _id}
        columns={columns}
        consoleOptions={{ details: (dispute) => <DisputeSummary dispute={dispute} /> }}
        empty={
          <EmptyState
            icon={<ShieldCheck />}
            title="No disputes"
            text="If a buyer disputes a payment with their bank, it shows up here with the evidence ready to check."
          />
        }
      />
    </>
  )
}

const columns: readonly Column<Dispute>[] = [
  {
    key: 'car',
    header: 'Car',
    kind: 'main',
    width: 220,
    value: ({ carName }) => carName,
    render: ({ _id, carName, buyerName }) => (
      <span className="block min-w-0">
        <TextLink to={disputePath(_id)} className="wrap-anywhere">
          {carName}
        </TextLink>
        <span className="cell-more block text-tiny font-normal wrap-anywhere text-subtle">{buyerName}</span>
      </span>
    ),
  },
  {
    key: 'deadline',
    rank: 1,
    header: 'Deadline',
    width: 170,
    value: ({ dueBy }) => dueBy,
    render: (dispute) => <DeadlineText dispute={dispute} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: 100,
    value: ({ amount }) => amount,
    render: ({ amount }) => <Price minor={amount} className="whitespace-nowrap" />,
  },
  {
    key: 'reason',
    rank: 3,
    header: 'Reason',
    width: 260,
    value: (dispute) => getDisputeReason(dispute).text,
    render: (dispute) => <span className="wrap-anywhere">{getDisputeReason(dispute).text}</span>,
  },
  {
    key: 'state',
    rank: 2,
    header: 'Status',
    width: 160,
    isFacet: true,
    value: ({ state }) => disputeStateLabels[state],
    render: ({ state }) => <Badge tone={stateTones[state]}>{disputeStateLabels[state]}</Badge>,
  },
]

function DisputeSummary({ dispute }: { dispute: Dispute }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-h3">{formatMoney(dispute.amount)}</p>
      <DeadlineText dispute={dispute} />
      <p>{getDisputeReason(dispute).text}</p>
      <LinkButton size="small" className="self-start" to={disputePath(dispute._id)}>
        {isAnswerable(dispute) ? 'Check evidence' : 'View evidence'}
      </LinkButton>
    </div>
  )
}
