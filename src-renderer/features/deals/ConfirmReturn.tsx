import { useState } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useConfirmReturnMutation } from './deal.api.ts'
import { getRefundableAmount } from './deal-progress.ts'

/** Lets the seller confirm that the car is back, which refunds the buyer in full. */
export function ConfirmReturn({ deal }: { deal: Deal }) {
  const { purchaseID, buyerName, releasedAt, paidElsewhereMinor } = deal
  const [confirmReturn, { isLoading }] = useConfirmReturnMutation()
  const [message, setMessage] = useState<string | null>(null)
  const amount = formatMoney(getRefundableAmount(deal))

  async function handleConfirm() {
    if (isLoading) return
    const payout = releasedAt === null ? 'You get no payout for this sale.' : 'Your payout is taken back.'
    const elsewhere =
      paidElsewhereMinor > 0
        ? ` Pay back the ${formatMoney(paidElsewhereMinor)} that you received at the dealership yourself.`
        : ''
    const isSure = await confirm({
      title: `Refund ${amount} to ${buyerName}?`,
      text: `Confirm only once you have the car, the keys, and the title. ${payout}${elsewhere} This can’t be undone.`,
      confirmLabel: `Refund ${amount}`,
    })
    if (!isSure) return
    setMessage(null)
    const { error } = await confirmReturn({ params: { purchaseID } })
    if (error) return setMessage(formatProblem(toProblem(error)))
    toast.success('Return confirmed', { detail: `We’re refunding ${amount} to ${buyerName}.` })
  }

  return (
    <>
      <p className="text-small text-muted">
        Check the car first. If something’s wrong with it, don’t confirm: our team then decides.
      </p>
      <Button className="self-start" loading={isLoading} onClick={() => void handleConfirm()}>
        The car is back: refund the buyer
      </Button>
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
    </>
  )
}
