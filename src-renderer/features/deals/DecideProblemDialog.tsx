import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ProblemOutcome } from '../../../contract/deal-life.ts'
import { problemDecisionInput, type Deal } from '../../../contract/deals.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { toProblem } from '../../api/problem.ts'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useDecideDealProblemMutation } from './deal.api.ts'

interface DecideProblemDialogProps {
  deal: Deal
  isOpen: boolean
  onClose: () => void
}

export function DecideProblemDialog({ deal, isOpen, onClose }: DecideProblemDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Decide: ${deal.carName}`}
      description="Both sides see your decision and your reason. This can’t be undone."
    >
      <DecideProblemForm deal={deal} onClose={onClose} />
    </Dialog>
  )
}

function DecideProblemForm({ deal, onClose }: Omit<DecideProblemDialogProps, 'isOpen'>) {
  const { purchaseID, releasedAt } = deal
  const rest = deal.amount - deal.refundedMinor
  const [decideProblem, { isLoading }] = useDecideDealProblemMutation()
  const [message, setMessage] = useState<string | null>(null)
  // An unregistered amount is not sent with the outcomes that have none.
  const form = useSchemaForm(problemDecisionInput, { reason: '' })
  const { errors } = form.formState
  const [outcome, typedAmount] = useWatch({ control: form.control, name: ['outcome', 'amount'] })
  const amount = parsePrice(String(typedAmount ?? ''))

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    setMessage(null)
    const { error } = await decideProblem({ params: { purchaseID }, body })
    if (error) return setMessage(showFieldErrors(form, toProblem(error), ['outcome', 'amount', 'reason']))
    toast.success('Problem decided', { detail: 'We’ve notified both sides.' })
    onClose()
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <RadioGroup
        label="Decision"
        options={[
          { value: 'refund', label: `Refund ${formatMoney(rest)} and end the sale` },
          { value: 'partial-refund', label: 'Refund a part, and the sale stands' },
          { value: 'release', label: releaseLabel(releasedAt) },
        ]}
        error={errors.outcome?.message}
        {...form.register('outcome')}
      />
      {outcome === 'partial-refund' && (
        <TextField
          label="Amount in dollars"
          hint={`Less than ${formatMoney(deal.partLimitMinor ?? rest)}`}
          inputMode="decimal"
          error={errors.amount?.message}
          {...form.register('amount', { shouldUnregister: true })}
        />
      )}
      <TextArea
        label="Reason"
        hint="Shared with the buyer and seller"
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <DialogFormEnd
        errorMessage={message}
        onCancel={onClose}
        variant={outcome === 'release' ? 'primary' : 'danger'}
        loading={isLoading}
      >
        {buttonLabel(outcome, outcome === 'refund' ? rest : amount)}
      </DialogFormEnd>
    </form>
  )
}

function releaseLabel(releasedAt: string | null): string {
  return releasedAt === null ? 'Release the money to the seller' : 'No refund: the sale stands'
}

function buttonLabel(outcome: ProblemOutcome | undefined, amount: number | null): string {
  if (outcome === 'release') return 'Let the sale stand'
  return outcome === undefined || amount === null ? 'Decide' : `Refund ${formatMoney(amount)}`
}
