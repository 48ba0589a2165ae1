import { useState } from 'react'
import { decisionInput, type Report } from '../../../contract/reports.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useDecideReportMutation } from './reports.api.ts'

const DECISIONS = [
  { value: 'upheld', label: 'Upheld: the report is right' },
  { value: 'dismissed', label: 'Dismissed: nothing to do' },
]

interface DecideReportDialogProps {
  report: Report | null
  onClose: () => void
  onDecided: (report: Report, state: Report['state']) => void
}

export function DecideReportDialog({ report, onClose, onDecided }: DecideReportDialogProps) {
  // Stays drawn while the dialog closes.
  const [shown, setShown] = useState(report)
  if (report && report !== shown) setShown(report)

  return (
    <Dialog
      isOpen={report !== null}
      onClose={onClose}
      title={`Decide on ${shown?.reportedItemInfo.modelName ?? 'report'}`}
      description="Who reported it is told, with your note."
    >
      {shown && <DecisionForm key={shown._id} report={shown} onClose={onClose} onDecided={onDecided} />}
    </Dialog>
  )
}

function DecisionForm({ report, onClose, onDecided }: DecideReportDialogProps & { report: Report }) {
  const [decideReport, { isLoading }] = useDecideReportMutation()
  const [message, setMessage] = useState<string>()
  const form = useSchemaForm(decisionInput, {
    ...(report.state !== 'open' && { state: report.state }),
    note: report.outcome,
  })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    const { error } = await decideReport({ params: { id: report._id }, body })
    if (error) return setMessage(toProblem(error).message)
    onDecided(report, body.state)
    onClose()
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <RadioGroup
        label="Decision"
        options={DECISIONS}
        error={errors.state && 'Please choose upheld or dismissed'}
        {...form.register('state')}
      />
      <TextArea label="Note" optional rows={3} error={errors.note?.message} {...form.register('note')} />
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading}>
          Save decision
        </Button>
      </DialogActions>
    </form>
  )
}
