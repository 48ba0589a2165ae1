import { useState } from 'react'
import { decisionInput, type Report } from '../../../contract/reports.ts'
import { explain, toProblem } from '../../api/problem.ts'
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
  /** None while it is closed. */
  reports: readonly Report[]
  onClose: () => void
  onDecided: (reports: readonly Report[], state: Report['state']) => void
}

/** One decision, on one report or on several that deserve the same. */
export function DecideReportDialog({ reports, onClose, onDecided }: DecideReportDialogProps) {
  // Stays drawn while the dialog closes.
  const [shown, setShown] = useState(reports)
  if (reports.length > 0 && reports !== shown) setShown(reports)
  const [first] = shown

  return (
    <Dialog
      isOpen={reports.length > 0}
      onClose={onClose}
      title={`Decide on ${shown.length > 1 ? `${shown.length} reports` : (first?.reportedItemInfo.carName ?? 'report')}`}
      description="Who reported it is told, with your note."
    >
      {first && <DecisionForm key={first._id} reports={shown} onClose={onClose} onDecided={onDecided} />}
    </Dialog>
  )
}

function DecisionForm({ reports, onClose, onDecided }: DecideReportDialogProps) {
  const [decideReport, { isLoading }] = useDecideReportMutation()
  const [message, setMessage] = useState<string>()
  const [first] = reports
  const form = useSchemaForm(decisionInput, {
    ...(reports.length === 1 && first && first.state !== 'open' && { state: first.state }),
    note: reports.length === 1 ? first?.outcome : '',
  })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (body) => {
    if (isLoading) return
    const decided: Report[] = []
    for (const report of reports) {
      const { error } = await decideReport({ params: { id: report._id }, body })
      if (error) setMessage(`${report.reportedItemInfo.carName}: ${explain(toProblem(error))}`)
      else decided.push(report)
    }
    if (decided.length > 0) onDecided(decided, body.state)
    if (decided.length === reports.length) onClose()
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <RadioGroup
        label="Decision"
        options={DECISIONS}
        error={errors.state && 'Choose upheld or dismissed.'}
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
