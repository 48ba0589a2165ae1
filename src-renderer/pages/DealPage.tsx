import { Handshake } from 'lucide-react'
import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { isBeforeHandover } from '../../contract/deal-life.ts'
import type { Deal } from '../../contract/deals.ts'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { useGetDealQuery } from '../features/deals/deal.api.ts'
import { DealHead } from '../features/deals/DealHead.tsx'
import { DealHistory } from '../features/deals/DealHistory.tsx'
import { DealAmounts } from '../features/deals/DealMoney.tsx'
import { DealPrice } from '../features/deals/DealPrice.tsx'
import { DealProblem } from '../features/deals/DealProblem.tsx'
import { DealReturn } from '../features/deals/DealReturn.tsx'
import { EnterCode } from '../features/deals/EnterCode.tsx'
import { Handover } from '../features/deals/Handover.tsx'
import { HandoverChecklist } from '../features/deals/HandoverChecklist.tsx'
import { HandoverCode } from '../features/deals/HandoverCode.tsx'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'
import { isAbsent, RecordState } from '../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { isDense } from '../ui/table/is-dense.ts'
import '../features/deals/deals.css'

const DealDocuments = createLazyPart(() =>
  import('../features/deals/DealDocuments.tsx').then((module) => module.DealDocuments),
)

/** Shows the deal of a purchase. The URL contains the ID of the purchase. */
export function DealPage() {
  const { id = '' } = useParams()
  return <DealOf key={id} purchaseID={id} />
}

function DealOf({ purchaseID }: { purchaseID: string }) {
  const query = useGetDealQuery({ params: { purchaseID } }, { refetchOnMountOrArgChange: true })
  const deal = query.data
  usePageTitle(deal && `Deal: ${deal.carName}`)
  if (!deal || isAbsent(query))
    return <RecordState query={query} loading={<DealSkeleton />} absent={noSuchDeal} />

  return (
    <>
      {!isDense() && <Breadcrumb items={[listOf(deal), { label: pages.deal.title }]} />}
      <PageHead title={formatDealTitle(deal)} />
      {query.error && (
        <Notice tone="warning" isAlert className="mb-4" title={toProblem(query.error).message}>
          <p>This page may be out of date.</p>
          <div>
            <Button
              variant="secondary"
              size="small"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Try again
            </Button>
          </div>
        </Notice>
      )}
      <DealParts deal={deal} />
    </>
  )
}

function DealParts({ deal }: { deal: Deal }) {
  const { role, code, feeMinor, payoutMinor, carImage, events } = deal
  const canHandOver = isBeforeHandover(deal)
  return (
    <div className="deal-columns">
      <div>
        <DealHead
          deal={deal}
          photo={<CarPhoto src={carImage} alt="" isEager className="rounded-control!" />}
        />
        <Handover deal={deal} />
        {canHandOver && role !== 'admin' && <HandoverChecklist deal={deal} role={role} />}
        {code !== undefined && <HandoverCode deal={deal} code={code} />}
        {canHandOver && role === 'seller' && <EnterCode deal={deal} />}
        <Suspense fallback={<Skeleton className="h-60" />}>
          <DealDocuments deal={deal} />
        </Suspense>
      </div>
      <div>
        <DealReturn deal={deal} />
        <DealProblem deal={deal} />
        <DealPrice deal={deal} />
        {feeMinor !== undefined && payoutMinor !== undefined && (
          <DealAmounts deal={deal} feeMinor={feeMinor} payoutMinor={payoutMinor} />
        )}
        <DealHistory events={events} />
      </div>
    </div>
  )
}

function formatDealTitle({ role, sellerName, buyerName }: Deal): string {
  if (role === 'buyer') return `Your deal with ${sellerName}`
  return role === 'seller' ? `Your deal with ${buyerName}` : `${buyerName} buys from ${sellerName}`
}

/** Returns the link to the list on which the reader finds the deal. */
function listOf({ role }: Deal): { label: string; to: string } {
  if (role === 'buyer') return { label: strings.menu.purchases, to: pages.purchases.path }
  const page = role === 'seller' ? pages.sales : pages.deals
  return { label: page.title, to: page.path }
}

const noSuchDeal = {
  icon: <Handshake />,
  title: 'We couldn’t find that deal',
  text: 'The car isn’t paid for yet, or the deal belongs to another account.',
  back: { label: 'Back to your list', to: pages.purchases.path },
}

function DealSkeleton() {
  return (
    <Loading label="Loading the deal" className="deal-columns">
      <div>
        <Skeleton className="h-72" />
        <Skeleton className="h-60" />
      </div>
      <div>
        <Skeleton className="h-40" />
        <Skeleton className="h-60" />
      </div>
    </Loading>
  )
}
