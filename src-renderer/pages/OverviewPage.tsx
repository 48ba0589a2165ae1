import { pages } from '../../contract/pages.ts'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'
import { useMe } from '../session/use-session.ts'
import { AdminOverview } from '../features/overview/AdminOverview.tsx'
import { BuyerOverview } from '../features/overview/BuyerOverview.tsx'
import { SellerOverview } from '../features/overview/SellerOverview.tsx'
import { NewestPayments } from '../features/payments/NewestPayments.tsx'
import { NewestPurchases } from '../features/purchases/NewestPurchases.tsx'
import { NewestSales } from '../features/sales/NewestSales.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'

/**
 * Shows an overview: of the market for admins, of their own cars for sellers, and of their
 * purchases for buyers. A user who is both admin and seller sees both.
 */
export function OverviewPage() {
  const { isAdmin, isSeller } = useMe()
  const isBoth = isAdmin && isSeller
  const as = isBoth ? 'h3' : 'h2'

  return (
    <>
      <PageHead title={pages.overview.title} />
      <div className="flex flex-col gap-11 compact:gap-8">
        <UnconfirmedNotice
          waits={`Until then, you can’t ${isSeller ? 'list or change cars, or pay for one' : 'pay for a car'}.`}
        />
        {isAdmin && (
          <AdminOverview title={isBoth ? 'The market' : undefined} table={<NewestPayments as={as} />} />
        )}
        {isSeller && (
          <SellerOverview title={isBoth ? 'My cars and sales' : undefined} table={<NewestSales as={as} />} />
        )}
        {!isAdmin && !isSeller && <BuyerOverview table={<NewestPurchases as={as} />} />}
      </div>
    </>
  )
}
