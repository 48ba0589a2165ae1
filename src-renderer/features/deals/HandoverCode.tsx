import { Copy, KeyRound } from 'lucide-react'
import { Suspense } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useConfirmReceivedMutation } from './deal.api.ts'
import { DealSection } from './DealSection.tsx'

const QrCode = createLazyPart(
  () => import('../../ui/controls/QrCode.tsx').then((module) => module.QrCode),
  'nothing',
)

/** Shows the buyer the code that confirms the handover, and lets them confirm it without the code. */
export function HandoverCode({ deal, code }: { deal: Deal; code: string }) {
  const { sellerName } = deal
  return (
    <DealSection title="Your handover code">
      <div className="deal-code-card">
        <div className="deal-qr">
          <Suspense fallback={null}>
            <QrCode text={code} label="QR code of the handover code" />
          </Suspense>
        </div>
        <div className="flex min-w-0 flex-col items-start gap-3">
          <p className="deal-code select-all" aria-label={`Code: ${code.split('').join(' ')}`}>
            {code.slice(0, 3)} {code.slice(3)}
          </p>
          <Button variant="secondary" size="small" onClick={() => void copyCode(code)}>
            <Copy aria-hidden="true" />
            Copy code
          </Button>
        </div>
      </div>
      <Notice tone="warning" title="Keep it to yourself until you have the car and the keys">
        <p className="wrap-anywhere">
          The code releases your money to {sellerName}. Never send it, and never say it on the phone.
        </p>
      </Notice>
      <ReceivedButton deal={deal} />
    </DealSection>
  )
}

async function copyCode(code: string) {
  try {
    await navigator.clipboard.writeText(code)
    toast.success('Code copied')
  } catch {
    toast.info(code, { detail: 'Copy this code.' })
  }
}

function ReceivedButton({ deal: { purchaseID, sellerName, carName } }: { deal: Deal }) {
  const [confirmReceived, { isLoading }] = useConfirmReceivedMutation()

  async function handleClick() {
    const isConfirmed = await confirm({
      title: 'Do you have the car and the keys?',
      text: `We then pay ${sellerName} for the ${carName}. You can’t undo this.`,
      confirmLabel: 'Yes, I have the car',
      tone: 'primary',
    })
    if (!isConfirmed || isLoading) return
    const { error } = await confirmReceived({ params: { purchaseID } })
    if (error) toast.error(formatProblem(toProblem(error)))
    else toast.success('Handover confirmed', { detail: `We’re paying ${sellerName}.` })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button loading={isLoading} onClick={() => void handleClick()}>
        <KeyRound aria-hidden="true" />I have the car
      </Button>
      <p className="text-small text-muted">Use this if the seller can’t enter your code.</p>
    </div>
  )
}
