import { useSearchParams } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { saleStages, type SaleStage } from '../../../contract/purchases.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useListSalesInfiniteQuery } from './sales.api.ts'
import { SalesTable } from './SalesTable.tsx'

/** Buyers add and pay without this page's knowing. */
const fresh = { refetchOnMountOrArgChange: true }

/** Who has one's cars on their list, and how to reach those who have paid. */
export function Sales() {
  const query = useListSalesInfiniteQuery(undefined, fresh)
  const { items, total } = pagesOf(query.data)

  return (
    <>
      <PageHead
        title={pages.sales.title}
        count={total}
        text="You’ll see the buyer’s contact info and meeting place once they’ve paid."
      />
      {/* The console's lists have their own ways to show a part; without a sale there is nothing to part. */}
      {platform.density === 'compact' || !items?.length ? <SalesTable query={query} /> : <SalesByStage />}
    </>
  )
}

const titles: Record<SaleStage, string> = { interested: 'Interested', paid: 'Paid' }

function SalesByStage() {
  const [params, setParams] = useSearchParams()
  const queries = {
    interested: useListSalesInfiniteQuery({ query: { stage: 'interested' } }, fresh),
    paid: useListSalesInfiniteQuery({ query: { stage: 'paid' } }, fresh),
  }
  const totals = {
    interested: pagesOf(queries.interested.data).total,
    paid: pagesOf(queries.paid.data).total,
  }
  const named = saleStages.find((stage) => stage === params.get('stage'))

  return (
    <Tabs
      label="Sales by stage"
      // A paid car is to be handed over: that comes before those who may pay yet.
      value={named ?? (totals.paid === 0 ? 'interested' : 'paid')}
      onChange={(stage) => setParams({ stage }, { replace: true })}
      tabs={saleStages.map((stage) => ({
        value: stage,
        label: (
          <>
            {titles[stage]} {totals[stage] !== null && <Badge>{totals[stage].toLocaleString('en-US')}</Badge>}
          </>
        ),
        content: <SalesTable query={queries[stage]} stage={stage} />,
      }))}
    />
  )
}
