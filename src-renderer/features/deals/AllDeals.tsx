import { Handshake } from 'lucide-react'
import { dealStateLabels } from '../../../contract/deal-life.ts'
import type { ListedDeal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { PanelFacts } from '../../ui/controls/PanelFacts.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { allDealsApi } from './all-deals.api.ts'
import { dealColumns, DealStateBadge } from './deal-columns.tsx'

const { listDeals, countDeals } = allDealsApi.endpoints

const sorts = {
  car: listFieldSorts('car'),
  state: listFieldSorts('state'),
  amount: listFieldSorts('amount'),
  buyer: listFieldSorts('buyer'),
  seller: listFieldSorts('seller'),
  date: byAge,
}

const dealsList = createFacetedSource<'listDeals', 'countDeals'>(
  { endpoint: listDeals, sorts },
  {
    name: 'state',
    label: 'status',
    words: dealStateLabels,
    counts: countDeals,
    read: (counts) => counts,
  },
)

/** Lists everyone's deals for admins. */
export function AllDeals() {
  const { query, view, total } = useList(dealsList)

  return (
    <>
      <PageHead
        title={pages.deals.title}
        count={total}
        text="Every paid car, from the payment to the seller’s payout. Reported problems wait for your decision."
        actions={<ExportMenu list="listDeals" fileName="kerblight-deals" view={view} />}
      />
      <ListTable
        caption={pages.deals.title}
        query={query}
        view={view}
        rowKey={(deal) => deal._id}
        columns={dealColumns}
        consoleOptions={{ details: (deal) => <DealDetails deal={deal} /> }}
        empty={
          <EmptyState
            icon={<Handshake />}
            title="No deals yet"
            text="When a buyer pays for a car, the deal shows up here until the seller is paid."
          />
        }
      />
    </>
  )
}

function DealDetails({ deal }: { deal: ListedDeal }) {
  const { purchaseID, state, amount, refundedMinor, buyerName, sellerName } = deal
  const { paidAt, handoverAt, releaseAt } = deal
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="text-h3">{formatMoney(amount)}</p>
        <DealStateBadge state={state} />
      </div>
      <LinkButton size="small" className="self-start" to={pagePath('deal', { id: purchaseID })}>
        Open deal
      </LinkButton>
      <PanelFacts
        facts={[
          ['Refunded', refundedMinor > 0 && formatMoney(refundedMinor)],
          ['Buyer', buyerName],
          ['Seller', sellerName],
          ['Paid on', <DateText key="paid" at={paidAt} hasTime />],
          ['Handover', handoverAt && <DateText key="handover" at={handoverAt} hasTime />],
          ['Money released', releaseAt && <DateText key="release" at={releaseAt} hasTime />],
        ]}
      />
    </div>
  )
}
