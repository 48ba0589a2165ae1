import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { getReasonLabel, reportReasons, reportForm } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { Select } from '../../ui/form/Select.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { myReportsApi } from './my-reports.api.ts'

const REASONS = reportReasons.map((reason) => ({ value: reason, label: getReasonLabel(reason) }))

interface ReportDialogProps {
  /** A car, or the user's own purchase of it. */
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
      description="Our team reviews every report. The seller won’t see who sent it."
    >
      {item && <ReportForm key={item._id} item={item} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

interface ReportFormProps extends Omit<ReportDialogProps, 'item' | 'isOpen'> {
  item: { _id: string }
}

type Typed = { reason?: (typeof reportReasons)[number]; note?: string }

function ReportForm({ item, reporterEmail, onClose, onSignInNeeded }: ReportFormProps) {
  const draft = `report.${reporterEmail}.${item._id}`
  const [addReport, { isLoading }] = myReportsApi.useAddReportMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(reportForm, { note: '', ...readDraft<Typed>(draft) })
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
      return setMessage(showFieldErrors(form, problem, ['reason', 'note']))
    }
    clearDraft(draft)
    onClose()
    toast.success(strings.reports.success, { detail: 'We’ll let you know what we decide.' })
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Select
        label="Reason"
        options={REASONS}
        placeholder="Choose a reason"
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <TextArea
        label="Note"
        optional
        hint="What looked wrong? Up to 500 characters."
        error={errors.note?.message}
        {...form.register('note')}
      />
      <DialogFormEnd errorMessage={message} onCancel={onClose} loading={isLoading}>
        Send report
      </DialogFormEnd>
    </form>
  )
}
