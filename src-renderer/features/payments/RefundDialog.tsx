import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import {
  formatRefundRange,
  parseRefundAmount,
  refundInput,
  type Payment,
} from '../../../contract/payments.ts'
import { toProblem } from '../../api/problem.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useRefundPaymentMutation } from './payments.api.ts'

interface RefundDialogProps {
  payment: Payment | null
  onClose: () => void
}

/**
 * Refunds all or part of a payment's remaining amount. The buyer and the seller are notified of the refund
 * and its reason.
 */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  // Keeps the last payment rendered during the closing animation.
  const [shown, setShown] = useState(payment)
  if (payment && payment !== shown) setShown(payment)

  return (
    <Dialog
      isOpen={payment !== null}
      onClose={onClose}
      title={`Refund ${shown?.carName ?? 'payment'}`}
      description={shown && `The money goes back to ${shown.buyerEmail}. This can’t be undone.`}
    >
      {shown && <RefundForm key={shown._id} payment={shown} onClose={onClose} />}
    </Dialog>
  )
}

/** Returns the amount in cents that is left of a payment and its credited deposit after any partial refunds. */
function restOf({ amount, refundedAmount, creditedDepositMinor }: Payment): number {
  return amount - refundedAmount + creditedDepositMinor
}

/** Adds the rule of the server about the amount, so that its error appears together with those of other fields. */
function createRefundSchema(rest: number) {
  return refundInput.refine(
    ({ amount }) => amount === undefined || parseRefundAmount(amount, rest) !== null,
    {
      path: ['amount'],
      message: formatRefundRange(rest),
    },
  )
}

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [refundPayment, { isLoading }] = useRefundPaymentMutation()
  const [message, setMessage] = useState<string | null>(null)
  const rest = restOf(payment)
  const form = useSchemaForm(createRefundSchema(rest), {
    reason: payment.refundReason ?? '',
    amount: formatMoney(rest).slice(1),
    refundedAmount: payment.refundedAmount,
  })
  const { errors } = form.formState
  const amount = parsePrice(String(useWatch({ control: form.control, name: 'amount' })))
  const deposit = amount === rest ? payment.creditedDepositMinor : 0

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    const { data, error } = await refundPayment({ params: { id: payment._id }, body })
    if (error) return setMessage(showFieldErrors(form, toProblem(error), ['amount', 'reason']))
    toastRefund(data.state, (amount ?? rest) - deposit, deposit)
    onClose()
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <TextField
        label="Amount in dollars"
        hint={hintOf(amount, rest, deposit)}
        inputMode="decimal"
        error={errors.amount?.message}
        {...form.register('amount')}
      />
      <TextArea
        label="Reason"
        hint="Shared with the buyer and seller"
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <DialogFormEnd errorMessage={message} onCancel={onClose} variant="danger" loading={isLoading}>
        {amount === null ? 'Refund' : `Refund ${formatMoney(amount)}`}
      </DialogFormEnd>
    </form>
  )
}

/**
 * Returns the hint below the refund amount. All amounts are in cents.
 * @param deposit the part of the refund that returns the credited deposit
 */
function hintOf(amount: number | null, rest: number, deposit: number): string {
  if (amount === null) return `Up to ${formatMoney(rest)}`
  if (amount !== rest) return 'A partial refund. The sale stands.'
  return deposit === 0
    ? 'The full remaining amount. This ends the sale.'
    : `The full remaining amount, with the deposit of ${formatMoney(deposit)}. This ends the sale.`
}

function toastRefund(state: Payment['state'], amount: number, deposit: number): void {
  const detail = [
    state === 'refund-pending' && 'It’s complete once Stripe confirms it.',
    deposit > 0 && `The refund of the ${formatMoney(deposit)} deposit has started, too.`,
  ]
    .filter(Boolean)
    .join(' ')
  if (state === 'refund-pending' || amount === 0) toast.info('Refund started', { detail })
  else toast.success(`${formatMoney(amount)} refunded`, { detail })
}
