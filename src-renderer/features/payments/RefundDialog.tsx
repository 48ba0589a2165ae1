import { useState } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { refundInput, type Payment } from '../../../contract/payments.ts'
import { toProblem } from '../../api/problem.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFormEnd } from '../../ui/DialogFormEnd.tsx'
import { showFaults } from '../../ui/show-faults.ts'
import { TextArea } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useRefundPaymentMutation } from './payments.api.ts'

interface RefundDialogProps {
  payment: Payment | null
  onClose: () => void
}

/** Refunds what is left of a payment. Buyer and seller are told, with the reason. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  // Stays drawn while the dialog closes.
  const [shown, setShown] = useState(payment)
  if (payment && payment !== shown) setShown(payment)

  return (
    <Dialog
      isOpen={payment !== null}
      onClose={onClose}
      title={`Refund ${shown?.carName ?? 'payment'}`}
      description={
        shown && `This refunds ${formatMoney(restOf(shown))} to ${shown.buyerEmail} and can’t be undone.`
      }
    >
      {shown && <RefundForm key={shown._id} payment={shown} onClose={onClose} />}
    </Dialog>
  )
}

/** In cents: a part may have been given back before. */
function restOf({ amount, refundedAmount }: Payment): number {
  return amount - refundedAmount
}

function RefundForm({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [refundPayment, { isLoading }] = useRefundPaymentMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(refundInput, { reason: payment.refundReason ?? '' })

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    const { data, error } = await refundPayment({ params: { id: payment._id }, body })
    if (error) return setMessage(showFaults(form, toProblem(error), ['reason']))
    if (data.state === 'refunded') toast.success(`${formatMoney(restOf(payment))} refunded`)
    else toast.info('Refund started', { detail: 'It’s complete once Stripe confirms it.' })
    onClose()
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <TextArea
        label="Reason"
        hint="Shared with the buyer and seller"
        rows={3}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
      <DialogFormEnd fault={message} onCancel={onClose} variant="danger" loading={isLoading}>
        Refund {formatMoney(restOf(payment))}
      </DialogFormEnd>
    </form>
  )
}
