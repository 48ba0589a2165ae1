import { Banknote } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PagedTable } from '../../ui/table/PagedTable.tsx'
import { LedgerDifferences } from './LedgerDifferences.tsx'
import { payoutColumns } from './payout-columns.tsx'
import { PayoutDetails } from './PayoutDetails.tsx'
import { PayoutAccountSection } from './PayoutAccountSection.tsx'
import { useListPayoutsInfiniteQuery } from './payouts.api.ts'

/** Shows how the user is paid, and their payouts or, for admins, everyone's. */
export function Payouts() {
  const { isAdmin, isSeller } = useMe()
  const query = useListPayoutsInfiniteQuery({ query: {} }, { refetchOnMountOrArgChange: true })
  const { total } = pagesOf(query.data)

  return (
    <>
      <PageHead
        title={pages.payouts.title}
        count={total}
        text={
          isAdmin
            ? 'The money that sellers received for their cars, newest first.'
            : 'Once a buyer has your car, Stripe sends you the money.'
        }
        actions={total ? <ExportMenu list="listPayouts" fileName="kerblight-payouts" /> : null}
      />
      {isSeller && <PayoutAccountSection />}
      {isAdmin && <LedgerDifferences />}
      {/* In the console, a table that fills the page would leave no room for the sections above. */}
      <div>
        <PagedTable
          caption={isAdmin ? 'All payouts' : pages.payouts.title}
          isCaptionVisible={isAdmin}
          query={query}
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
          columns={payoutColumns({ isAdmin })}
          desk={{ details: (payout) => <PayoutDetails payout={payout} /> }}
        />
      </div>
    </>
  )
}
