import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getThumbnail } from '../../contract/images.ts'
import { pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { useMe } from '../session/use-session.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { PurchaseTable } from '../features/purchases/PurchaseTable.tsx'
import { ExportMenu } from '../ui/table/ExportMenu.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { LoadingBar } from '../ui/controls/LoadingBar.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'
import { formatPurchaseFacts } from './purchase-facts.ts'

const loadReportDialog = () =>
  import('../features/reports/ReportDialog.tsx').then((module) => module.ReportDialog)
const ReportDialog = createLazyPart(loadReportDialog, 'toast')

const look = {
  photo: ({ carImage }: Purchase) => (
    <span
      className="w-16 flex-none overflow-hidden rounded-badge compact:w-11.5 [&_svg]:size-5"
      aria-hidden="true"
    >
      <CarPhoto src={getThumbnail(carImage)} alt="" />
    </span>
  ),
  facts: formatPurchaseFacts,
}

export function PurchasesPage() {
  const me = useMe()
  const navigate = useNavigate()
  const [reported, setReported] = useState<Purchase>()
  const [isReporting, setReporting] = useState(false)

  useEffect(() => {
    // A failed preload is ignored; opening the dialog then reports the error.
    loadReportDialog().catch(() => undefined)
  }, [])

  function handleReport(purchase: Purchase) {
    setReported(purchase)
    setReporting(true)
  }

  return (
    <>
      <PageHead
        title={strings.menu.purchases}
        text="Cars you’re buying and cars you’ve bought."
        actions={
          <ExportMenu list="listPurchases" fileName="kerblight-purchases" query={{ email: me.email }} />
        }
      />
      <PurchaseTable email={me.email} look={look} onReport={handleReport} />
      {reported && (
        <Suspense fallback={<LoadingBar />}>
          <ReportDialog
            item={{ _id: reported._id, carName: reported.carName }}
            reporterEmail={me.email}
            isOpen={isReporting}
            onClose={() => setReporting(false)}
            onSignInNeeded={() => void navigate(pages.login.path)}
          />
        </Suspense>
      )}
    </>
  )
}
