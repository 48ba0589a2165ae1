import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { returnInput, type Deal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { toProblem } from '../../api/problem.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useRequestReturnMutation } from './deal.api.ts'
import { getRefundableAmount } from './deal-progress.ts'

interface ReturnDialogProps {
  deal: Deal
  isOpen: boolean
  onClose: () => void
}

export function ReturnDialog({ deal, isOpen, onClose }: ReturnDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Return the car?">
      <ReturnForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function ReturnForm({ deal, onClose }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { purchaseID, sellerName, paidElsewhereMinor } = deal
  const draft = `deal-return.${purchaseID}`
  const [requestReturn, { isLoading }] = useRequestReturnMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(returnInput, { text: '', ...readDraft<{ text: string }>(draft) })
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    setMessage(null)
    const { error } = await requestReturn({ params: { purchaseID }, body })
    if (error) return setMessage(showFieldErrors(form, toProblem(error), ['text']))
    clearDraft(draft)
    onClose()
    toast.success('Return requested', { detail: `We’ve notified ${sellerName}.` })
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <ol className="deal-return-steps">
        <li>Agree with {sellerName} on when and where you bring the car back.</li>
        <li>Hand over the car, all keys, and the title.</li>
        <li>
          Once {sellerName} confirms that they have the car, we refund{' '}
          {formatMoney(getRefundableAmount(deal))} to your card. If they don’t, our team decides.
        </li>
        {paidElsewhereMinor > 0 && (
          <li>
            Ask {sellerName} for the {formatMoney(paidElsewhereMinor)} that was recorded as paid at the
            dealership.
          </li>
        )}
      </ol>
      <TextArea
        label="Is something wrong with the car?"
        optional
        hint={`${sellerName} and our team see this.`}
        rows={4}
        error={form.formState.errors.text?.message}
        {...form.register('text')}
      />
      <DialogFormEnd errorMessage={message} onCancel={onClose} loading={isLoading}>
        Return the car
      </DialogFormEnd>
    </form>
  )
}
