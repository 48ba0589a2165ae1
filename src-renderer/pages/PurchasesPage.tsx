import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { useMe } from '../app/session/use-session.ts'
import { PurchaseTable } from '../features/purchases/PurchaseTable.tsx'
import { ReportDialog } from '../features/reports/ReportDialog.tsx'
import { PageHead } from '../ui/PageHead.tsx'

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
      <PageHead title={strings.menu.purchases} text="Cars you want to buy, and those you have paid for." />
      <PurchaseTable email={me.email} onReport={handleReport} />
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
