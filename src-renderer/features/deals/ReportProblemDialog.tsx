import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { problemReasonLabels, type ProblemReason } from '../../../contract/deal-life.ts'
import { dealProblemInput, type Deal } from '../../../contract/deals.ts'
import { toProblem } from '../../api/problem.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { Select } from '../../ui/form/Select.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useReportDealProblemMutation } from './deal.api.ts'

const reasons: Record<'buyer' | 'seller', readonly ProblemReason[]> = {
  buyer: ['not-as-described', 'not-delivered', 'title', 'other'],
  seller: ['title', 'other'],
}

interface ReportProblemDialogProps {
  deal: Deal
  isOpen: boolean
  onClose: () => void
}

export function ReportProblemDialog({ deal, isOpen, onClose }: ReportProblemDialogProps) {
  const other = deal.role === 'buyer' ? deal.sellerName : deal.buyerName
  const money = deal.releasedAt === null ? ' We hold the money until our team has decided.' : ''
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="What’s wrong?"
      description={`Our team and ${other} see this.${money}`}
    >
      <ReportProblemForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

type Typed = { reason?: ProblemReason; text?: string }

function ReportProblemForm({
  deal: { purchaseID, role },
  onClose,
}: Omit<ReportProblemDialogProps, 'isOpen'>) {
  const draft = `deal-problem.${purchaseID}.${role}`
  const [reportProblem, { isLoading }] = useReportDealProblemMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(dealProblemInput, { text: '', ...readDraft<Typed>(draft) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    setMessage(null)
    const { error } = await reportProblem({ params: { purchaseID }, body })
    if (error) return setMessage(showFieldErrors(form, toProblem(error), ['reason', 'text']))
    clearDraft(draft)
    onClose()
    toast.success('Problem reported', { detail: 'Our team decides. We’ll notify you.' })
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Select
        label="Reason"
        options={reasons[role === 'seller' ? 'seller' : 'buyer'].map((reason) => ({
          value: reason,
          label: problemReasonLabels[reason],
        }))}
        placeholder="Choose a reason"
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <TextArea
        label="What happened?"
        hint="Up to 2,000 characters."
        rows={5}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <DialogFormEnd errorMessage={message} onCancel={onClose} loading={isLoading}>
        Report problem
      </DialogFormEnd>
    </form>
  )
}
