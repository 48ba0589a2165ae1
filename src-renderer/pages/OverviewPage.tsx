import { pages } from '../../contract/pages.ts'
import { useMe } from '../app/session/use-session.ts'
import { AdminOverview } from '../features/overview/AdminOverview.tsx'
import { BuyerOverview } from '../features/overview/BuyerOverview.tsx'
import { SellerOverview } from '../features/overview/SellerOverview.tsx'
import { PageHead } from '../ui/PageHead.tsx'

export function OverviewPage() {
  const { isAdmin, isSeller } = useMe()
  return (
    <>
      <PageHead title={pages.overview.title} />
      {isAdmin ? <AdminOverview /> : isSeller ? <SellerOverview /> : <BuyerOverview />}
    </>
  )
}
