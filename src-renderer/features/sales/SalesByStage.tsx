import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatNumber } from '../../../contract/number-format.ts'
import { saleStages, type SaleStage } from '../../../contract/purchases.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { ListError } from '../../ui/table/ListError.tsx'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { NoSales } from './NoSales.tsx'
import { useCountSalesQuery } from './sales.api.ts'
import { stageLists } from './sales-lists.ts'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'

const titles: Record<SaleStage, string> = { interested: 'Interested', paid: 'Paid' }

/** Shows buyers who have paid separately from those who have not. */
export function SalesByStage() {
  const counts = useCountSalesQuery({ query: {} }, { refetchOnMountOrArgChange: true })
  const totals = counts.data && {
    interested: counts.data.unpaid + counts.data.paying,
    paid: counts.data.paid + counts.data.refunded,
  }
  const [stage, setStage] = useStage(totals)
  const count = totals ? totals.interested + totals.paid : null

  return (
    <>
      <SalesHead count={count} />
      {!totals && counts.error ? (
        <ListError query={counts} />
      ) : count === 0 ? (
        <div className="card">
          <NoSales />
        </div>
      ) : (
        <Tabs
          label="Sales by stage"
          value={stage}
          onChange={setStage}
          tabs={saleStages.map((value) => ({
            value,
            label: (
              <>
                {titles[value]} {totals && <Badge>{formatNumber(totals[value])}</Badge>}
              </>
            ),
            content: totals ? (
              <StageTable stage={value} />
            ) : (
              <Skeleton className="appear-late h-6 max-w-72" />
            ),
          }))}
        />
      )}
    </>
  )
}

function StageTable({ stage }: { stage: SaleStage }) {
  const { query, view } = useList(stageLists[stage])
  return <SalesTable query={query} view={view} stage={stage} />
}

function useStage(totals: Record<SaleStage, number> | undefined) {
  const [params, setParams] = useSearchParams()
  const [start, setStart] = useState<SaleStage>()
  // Paid cars come first because they must be handed over. A payment that arrives later does not switch the
  // stage.
  if (totals && start === undefined) setStart(totals.paid === 0 ? 'interested' : 'paid')
  const stageInUrl = saleStages.find((stage) => stage === params.get('stage'))
  const choose = (stage: string) => setParams({ stage }, { replace: true })
  return [stageInUrl ?? start ?? 'paid', choose] as const
}
