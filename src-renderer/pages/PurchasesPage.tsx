import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { useMe } from '../app/session/use-session.ts'
import { formatMileage } from '../features/cars/car-facts.ts'
import { CarPicture } from '../features/cars/CarPicture.tsx'
import { PurchaseTable } from '../features/purchases/PurchaseTable.tsx'
import { ReportDialog } from '../features/reports/ReportDialog.tsx'
import { PageHead } from '../ui/PageHead.tsx'

const look = {
  picture: ({ carImage }: Purchase) => (
    <CarPicture src={carImage} alt="" className="w-24! flex-none rounded-badge" />
  ),
  facts: ({ carMileage, carMileageUnit, carFuel }: Purchase) =>
    [formatMileage(carMileage, carMileageUnit), carFuel].filter(Boolean).join(' · '),
}

/** /dashboard */
export function PurchasesPage() {
  const me = useMe()
  const navigate = useNavigate()
  const [reported, setReported] = useState<Purchase>()
  const [isReporting, setReporting] = useState(false)

  function handleReport(purchase: Purchase) {
    setReported(purchase)
    setReporting(true)
  }

  return (
    <>
      <PageHead title={strings.menu.purchases} text="Cars you’re buying and cars you’ve bought." />
      <PurchaseTable email={me.email} look={look} onReport={handleReport} />
      <ReportDialog
        item={reported && { _id: reported._id, carName: reported.carName }}
        reporterEmail={me.email}
        isOpen={isReporting}
        onClose={() => setReporting(false)}
        onSignInNeeded={() => void navigate('/login')}
      />
    </>
  )
}
