import type { ReactNode } from 'react'
import { Banknote } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { payoutStateLabels } from '../../../contract/payouts.ts'
import { statementsPath } from '../../../contract/statements.ts'
import { useMe } from '../../session/use-session.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { LedgerDifferences } from './LedgerDifferences.tsx'
import { buildPayoutColumns } from './payout-columns.tsx'
import { PayoutDetails } from './PayoutDetails.tsx'
import { PayoutAccountSection } from './PayoutAccountSection.tsx'
import { payoutsApi } from './payouts.api.ts'

const { listPayouts, countPayouts } = payoutsApi.endpoints

const sorts = {
  car: listFieldSorts('car'),
  seller: listFieldSorts('seller'),
  paid: listFieldSorts('paid'),
  fee: listFieldSorts('fee'),
  debt: listFieldSorts('debt'),
  amount: listFieldSorts('amount'),
  reversed: listFieldSorts('reversed'),
  state: listFieldSorts('state'),
  date: listFieldSorts('date'),
}

const payoutsList = createFacetedSource<'listPayouts', 'countPayouts'>(
  { endpoint: listPayouts, sorts },
  {
    name: 'state',
    label: 'status',
    words: payoutStateLabels,
    counts: countPayouts,
    read: (counts) => counts,
  },
)

/**
 * Shows how the user is paid, and their payouts or, for admins, the payouts of all sellers.
 * @param fees the form of the seller's own fees
 */
export function Payouts({ fees }: { fees: ReactNode }) {
  const { isAdmin, isSeller } = useMe()
  const { query, view, total } = useList(payoutsList)

  return (
    <>
      <PageHead
        title={pages.payouts.title}
        count={total}
        text={
          isAdmin
            ? 'The money that sellers received for their cars.'
            : 'Once a buyer has your car, Stripe sends you the money.'
        }
        actions={
          <>
            <LinkButton variant="secondary" to={statementsPath()}>
              Statements
            </LinkButton>
            {total ? <ExportMenu list="listPayouts" fileName="kerblight-payouts" view={view} /> : null}
          </>
        }
      />
      {isSeller && <PayoutAccountSection />}
      {isSeller && fees}
      {isAdmin && <LedgerDifferences />}
      {/* In the console, a table that fills the page would leave no room for the sections above. */}
      <div>
        <ListTable
          caption={isAdmin ? 'All payouts' : pages.payouts.title}
          isCaptionVisible={isAdmin}
          query={query}
          view={view}
          rowKey={({ _id }) => _id}
          empty={
            <EmptyState
              icon={<Banknote />}
              title="No payouts yet"
              text={
                isAdmin
                  ? 'When a buyer has confirmed that they have the car, the seller’s payout shows up here.'
                  : 'Your first payout starts when the buyer has your car: you enter their handover code, or they confirm it.'
              }
            />
          }
          columns={buildPayoutColumns({ isAdmin })}
          consoleOptions={{ details: (payout) => <PayoutDetails payout={payout} /> }}
        />
      </div>
    </>
  )
}
