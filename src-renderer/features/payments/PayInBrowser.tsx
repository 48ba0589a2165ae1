import { pages } from '../../../contract/pages.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/Button.tsx'

/** Where the host takes no card details: the same page in the system's browser does. */
export function PayInBrowser({ purchaseId }: { purchaseId: string }) {
  const path = pages.payment.path.replace(':id', purchaseId)
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">
        Card payments happen in your browser. This page shows it when you have paid.
      </p>
      <Button onClick={() => platform.openExternal(path)}>Pay in the browser</Button>
    </div>
  )
}
