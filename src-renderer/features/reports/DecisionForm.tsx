import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod'
import { decisionInput, type Report } from '../../../contract/reports.ts'
import type { Me } from '../../../contract/users.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { TextArea } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useGetCarQuery } from '../cars/cars.api.ts'
import { useDecideReportMutation } from './reports.api.ts'

const DOWN = 'upheld and down'

const form = z.object({
  choice: z.enum(['dismissed', 'upheld', DOWN], 'Choose Uphold or Dismiss.'),
  note: decisionInput.shape.note,
})

export interface Decided {
  reports: readonly Report[]
  state: 'upheld' | 'dismissed'
  undoIds: readonly string[]
}

interface DecisionFormProps {
  reports: readonly Report[]
  onClose: () => void
  onDecided: (decided: Decided) => void
}

/** Records one decision on one or several reports. */
export function DecisionForm({ reports, onClose, onDecided }: DecisionFormProps) {
  const [first] = reports
  const single = reports.length === 1 ? first : undefined
  const me = useMe()
  const [decideReport, { isLoading }] = useDecideReportMutation()
  const [message, setMessage] = useState<string>()
  const { register, handleSubmit, getValues, reset, formState } = useSchemaForm(
    form,
    getInitialDecision(me, single),
  )
  // The field is not validated on blur, because an admin may tab through it before deciding.
  const { onBlur: _onBlur, ...choice } = register('choice')
  const fields = useRef<HTMLFormElement>(null)
  // Focusing without scrolling lets the admin decide by keyboard while reading from the top.
  useEffect(() => fields.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const [isTyped, setTyped] = useState(() => single !== undefined && 'note' in draftOf(me, single))
  // Shows another admin's decision, which can still be changed.
  const follow = useEffectEvent((report: Report | undefined) => {
    if (!isTyped) reset(getInitialDecision(me, report))
  })
  useEffect(() => follow(single), [single])

  function handleChange() {
    if (single) writeDraft(draftKey(me, single), getValues())
    setTyped(true)
  }

  const handleSave = handleSubmit(async ({ choice: chosen, note }) => {
    if (isLoading) return
    const state = chosen === 'dismissed' ? 'dismissed' : 'upheld'
    const decided: Report[] = []
    const undoIds: string[] = []
    for (const report of reports) {
      const body = { state, note, takeDown: chosen === DOWN } as const
      const { data, error } = await decideReport({ params: { id: report._id }, body })
      if (error) setMessage(`${report.reportedItemInfo.carName}: ${formatProblem(toProblem(error))}`)
      else decided.push(report)
      if (data?.undoId) undoIds.push(data.undoId)
    }
    decided.forEach((report) => clearDraft(draftKey(me, report)))
    if (decided.length > 0) onDecided({ reports: decided, state, undoIds })
    if (decided.length === reports.length) onClose()
  })

  return (
    <form
      ref={fields}
      noValidate
      onChange={handleChange}
      onSubmit={(event) => void handleSave(event)}
      className="contents"
    >
      <RadioGroup
        label="Decision"
        options={useChoices(single)}
        error={formState.errors.choice?.message}
        {...choice}
      />
      <TextArea
        className="[&_textarea]:min-h-20"
        label="Note"
        optional
        rows={2}
        error={formState.errors.note?.message}
        {...register('note')}
      />
      <div className="sheet-actions">
        <DialogFormEnd errorMessage={message} onCancel={onClose} loading={isLoading}>
          Save decision
        </DialogFormEnd>
      </div>
    </form>
  )
}

function useChoices(report: Report | undefined) {
  const { data: car } = useGetCarQuery(
    { params: { id: report?.reportedItemInfo.carID ?? '' } },
    { skip: report === undefined },
  )
  return [
    { value: 'dismissed', label: 'Dismiss: no action needed' },
    { value: 'upheld', label: 'Uphold: the report is valid' },
    {
      value: DOWN,
      label: `Uphold and take the ${report ? 'listing' : 'listings'} down`,
      disabled: car?.available === 'withdrawn',
    },
  ]
}

/** Returns the current decision, or the admin's unsaved input. */
function getInitialDecision(me: Me, report: Report | undefined) {
  if (!report) return { note: '' }
  const { state, outcome } = report
  return {
    ...(state !== 'open' && { choice: state }),
    note: outcome,
    ...draftOf(me, report),
  }
}

function draftOf(me: Me, report: Report): Partial<z.input<typeof form>> {
  return readDraft(draftKey(me, report))
}

/**
 * Returns the draft key for an admin and the report's state. Input is not restored after another admin's
 * decision.
 */
function draftKey(me: Me, { _id, state }: Report): string {
  return `review.${me._id}.${_id}.${state}`
}
