import { useRef, useState, type FormEvent } from 'react'
import {
  hasText,
  isAnswerable,
  MAX_EVIDENCE_LENGTH,
  type Dispute,
  type Evidence,
} from '../../../contract/disputes.ts'
import { formatProblem, toProblem, type ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSubmitDisputeMutation, useUpdateDisputeMutation } from './disputes.api.ts'
import { fieldNames } from './evidence-edits.ts'
import { EvidenceText } from './EvidenceText.tsx'
import { useEvidenceDraft } from './use-evidence-draft.ts'
import '../../ui/form/form.css'

export function EvidenceForm({ dispute }: { dispute: Dispute }) {
  const { _id: id, evidence } = dispute
  const { changes, isChanged, textOf, setText, discard } = useEvidenceDraft(dispute)
  const [updateDispute] = useUpdateDisputeMutation()
  const [submitDispute] = useSubmitDisputeMutation()
  const { busy, message, run } = useTask()
  const isEditable = isAnswerable(dispute)
  const isTooLong = fieldNames.some((name) => textOf(name).length > MAX_EVIDENCE_LENGTH)

  async function save(texts: Evidence): Promise<ApiProblem | null> {
    if (Object.keys(texts).length === 0) return null
    const { error } = await updateDispute({ params: { id }, body: { evidence: texts } })
    return error ? toProblem(error) : null
  }

  /** All texts on the screen. Saving them ensures that the bank receives what the admin has seen. */
  function shownTexts(): Evidence {
    return Object.fromEntries(fieldNames.map((name) => [name, textOf(name)]).filter(([, text]) => text))
  }

  async function saveDraft(): Promise<ApiProblem | null> {
    const problem = await save(changes)
    if (!problem) toast.success('Draft saved', { detail: 'The bank doesn’t see it until you submit it.' })
    return problem
  }

  async function submit(): Promise<ApiProblem | null> {
    const isSure = await confirm({
      title: 'Submit this evidence to the bank?',
      text: 'You can submit evidence only once. After that, no one can change or add anything.',
      confirmLabel: 'Submit to the bank',
      tone: 'primary',
    })
    if (!isSure) return null
    const problem = await save({ ...changes, ...shownTexts() })
    if (problem) return problem
    const { error } = await submitDispute({ params: { id } })
    if (error) return toProblem(error)
    toast.success('Evidence submitted', { detail: 'You’ll see the bank’s decision here.' })
    return null
  }

  function handleSave(event: FormEvent) {
    event.preventDefault()
    void run('save', saveDraft)
  }

  return (
    <form noValidate aria-label="Evidence" className="flex flex-col gap-5" onSubmit={handleSave}>
      <Card className="flex flex-col gap-5 p-5">
        <h2 className="text-lead font-bold">Evidence</h2>
        <EvidenceNotice dispute={dispute} />
        {!isEditable && isChanged && (
          <Notice tone="warning" isAlert title="Your unsaved changes weren’t submitted">
            <p>This dispute was answered or closed in the meantime. Copy what you need, then discard them.</p>
            <div>
              <Button variant="secondary" size="small" onClick={discard}>
                Discard changes
              </Button>
            </div>
          </Notice>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          {fieldNames.map((name) => (
            <EvidenceText
              key={name}
              name={name}
              text={textOf(name)}
              onChange={isEditable ? (text) => setText(name, text) : undefined}
            />
          ))}
        </div>
        {message && (
          <Notice tone="danger" isAlert>
            <p>{message}</p>
          </Notice>
        )}
      </Card>
      {isEditable && (
        <div className="form-bar">
          <Button
            type="submit"
            variant="secondary"
            loading={busy === 'save'}
            disabled={!isChanged || isTooLong}
          >
            Save draft
          </Button>
          <Button
            loading={busy === 'submit'}
            disabled={isTooLong || !hasText({ ...evidence, ...changes })}
            onClick={() => void run('submit', submit)}
          >
            Submit to the bank
          </Button>
        </div>
      )}
    </form>
  )
}

function EvidenceNotice({ dispute }: { dispute: Dispute }) {
  const { submittedAt, closedAt, state, evidence } = dispute
  if (isAnswerable(dispute))
    return hasText(evidence) ? (
      <p className="text-muted">
        We put this together from our records. Check each text, correct it, and submit it.
      </p>
    ) : (
      <Notice title="There’s no evidence yet">
        <p>
          We couldn’t put it together yet, and try again every hour. Or enter what you know, then submit it.
        </p>
      </Notice>
    )
  if (state === 'won')
    return <Notice tone="success" title="The bank decided for the seller. This dispute is closed." />
  if (state === 'lost')
    return <Notice title="The bank returned the money to the buyer. This dispute is closed." />
  if (closedAt) return <Notice title="This dispute is closed." />
  return (
    <Notice title={submittedAt ? 'The evidence is with the bank' : 'The bank is reviewing this dispute'}>
      <p>It can’t be changed anymore. The decision can take two to three months.</p>
    </Notice>
  )
}

/** Runs one task at a time, and holds the last task's error message. */
function useTask() {
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  // A state update comes one render too late to stop a second click.
  const isBusy = useRef(false)

  async function run(task: 'save' | 'submit', work: () => Promise<ApiProblem | null>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(task)
    setMessage(null)
    const problem = await work()
    if (problem) setMessage(formatProblem(problem))
    setBusy(null)
    isBusy.current = false
  }

  return { busy, message, run }
}
