import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { figure } from '../../../contract/figure.ts'
import { saleStages, type SaleStage } from '../../../contract/purchases.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useListSalesInfiniteQuery } from './sales.api.ts'
import { SalesHead } from './SalesHead.tsx'
import { SalesTable } from './SalesTable.tsx'

/** Buyers add and pay without this page's knowing. */
const fresh = { refetchOnMountOrArgChange: true }

const titles: Record<SaleStage, string> = { interested: 'Interested', paid: 'Paid' }

type Totals = Record<SaleStage, number | null>

/** Those who have paid apart from those who may. */
export function SalesByStage() {
  const queries = {
    interested: useListSalesInfiniteQuery({ query: { stage: 'interested' } }, fresh),
    paid: useListSalesInfiniteQuery({ query: { stage: 'paid' } }, fresh),
  }
  const totals = {
    interested: pagesOf(queries.interested.data).total,
    paid: pagesOf(queries.paid.data).total,
  }
  const { interested, paid } = totals
  const count = interested === null || paid === null ? null : interested + paid
  const waiting = Object.values(queries).find(({ data, error }) => !data && !error)
  const [stage, setStage] = useStage(totals, waiting === undefined)
  // Without a stage the table says how sales begin, and while it waits that they are on their way.
  const whole = count === 0 ? queries.interested : waiting

  return (
    <>
      <SalesHead count={count} />
      {whole ? (
        <SalesTable query={whole} />
      ) : (
        <Tabs
          label="Sales by stage"
          value={stage}
          onChange={setStage}
          tabs={saleStages.map((value) => ({
            value,
            label: <StageTitle stage={value} total={totals[value]} />,
            content: <SalesTable query={queries[value]} stage={value} />,
          }))}
        />
      )}
    </>
  )
}

/** The stage that the address names, else the one to start with. */
function useStage({ paid }: Totals, isKnown: boolean) {
  const [params, setParams] = useSearchParams()
  const [start, setStart] = useState<SaleStage>()
  // A paid car is to be handed over: that comes before those who may pay yet. A payment that comes later moves nobody.
  if (isKnown && start === undefined) setStart(paid === 0 ? 'interested' : 'paid')
  const named = saleStages.find((stage) => stage === params.get('stage'))
  const choose = (stage: string) => setParams({ stage }, { replace: true })
  return [named ?? start ?? 'paid', choose] as const
}

function StageTitle({ stage, total }: { stage: SaleStage; total: number | null }) {
  return (
    <>
      {titles[stage]} {total !== null && <Badge>{figure(total)}</Badge>}
    </>
  )
}
