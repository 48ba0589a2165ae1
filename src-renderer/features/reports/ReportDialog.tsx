import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { reasons, reportInput } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { showFaults } from '../../ui/show-faults.ts'
import { TextArea } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { myReportsApi } from './my-reports.api.ts'

const reportForm = reportInput.pick({ reason: true, note: true })

const REASONS = reasons.map((reason) => ({
  value: reason,
  label: reason.charAt(0).toUpperCase() + reason.slice(1),
}))

interface ReportDialogProps {
  /** What is reported: a car, or one's own purchase of it. */
  item: { _id: string; carName: string } | undefined
  reporterEmail: string
  isOpen: boolean
  onClose: () => void
  onSignInNeeded: () => void
}

export function ReportDialog({ item, isOpen, onClose, ...rest }: ReportDialogProps) {
  return (
    <Dialog
      isOpen={isOpen && item !== undefined}
      onClose={onClose}
      title={item ? `Report ${item.carName}` : 'Report'}
      description="An admin looks at it. The seller does not learn who reported."
    >
      {item && <ReportForm key={item._id} item={item} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

interface ReportFormProps extends Omit<ReportDialogProps, 'item' | 'isOpen'> {
  item: { _id: string }
}

type Typed = { reason?: (typeof reasons)[number]; note?: string }

function ReportForm({ item, reporterEmail, onClose, onSignInNeeded }: ReportFormProps) {
  const draft = `report.${reporterEmail}.${item._id}`
  const [addReport, { isLoading }] = myReportsApi.useAddReportMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(reportForm, { reason: 'other', note: '', ...readDraft<Typed>(draft) })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isLoading) return
    setMessage(null)
    try {
      await addReport({ body: { reportedItemInfo: { _id: item._id }, ...values } }).unwrap()
    } catch (error) {
      const problem = toProblem(error)
      if (problem.status === 401) return onSignInNeeded()
      return setMessage(showFaults(form, problem, ['reason', 'note']))
    }
    clearDraft(draft)
    onClose()
    toast.success(strings.reports.success, {
      detail: 'A message tells you what became of it.',
    })
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <div className="grid gap-4">
        <Select
          label="Reason"
          options={REASONS}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        <TextArea
          label="Note"
          optional
          hint="What did you see? At most 500 characters."
          error={errors.note?.message}
          {...form.register('note')}
        />
      </div>
      {message && (
        <Notice tone="danger" isAlert className="mt-4">
          {message}
        </Notice>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" loading={isLoading}>
          Send report
        </Button>
      </DialogActions>
    </form>
  )
}
