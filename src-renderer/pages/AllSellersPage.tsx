import { SellersCars } from '../features/cars/SellersCars.tsx'
import { OtherReports } from '../features/reports/OtherReports.tsx'
import { AllSellers } from '../features/users/AllSellers.tsx'

export function AllSellersPage() {
  return (
    <AllSellers
      renderRecord={({ _id, email }) => (
        <>
          <SellersCars sellerId={_id} />
          <OtherReports sellerEmail={email} isLinked />
        </>
      )}
    />
  )
}
