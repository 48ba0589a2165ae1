import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { wholeIssue, type Issue, type IssueDraft } from '../../../contract/newsletter.ts'
import { pages } from '../../../contract/pages.ts'
import { useConfig } from '../../api/config.ts'
import { formatProblem, toProblem, type ApiProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EditConflict } from '../../ui/form/EditConflict.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { IssuePreview } from './IssuePreview.tsx'
import { issuePath, getIssueTitle, formatSubscriberCount } from './issue-labels.ts'
import { useIssueDraft } from './use-issue-draft.ts'
import { useSaveIssue } from './use-save-issue.ts'
import { useSendIssue } from './use-send-issue.ts'
import { useTestIssueMutation, useCountSubscribersQuery } from './issues.api.ts'

const FIELDS = ['subject', 'text'] as const

export function NewsletterEditor({ issue = null }: { issue?: Issue | null }) {
  const me = useMe()
  const navigate = useNavigate()
  const draft = useIssueDraft(issue)
  const { form, subject, text, base, isChanged, theirs } = draft
  const { errors } = form.formState
  const { save, saveAnew } = useSaveIssue(issue, draft)
  const [testIssue] = useTestIssueMutation()
  const sendIssue = useSendIssue()
  const [busy, setBusy] = useState<'save' | 'test' | 'send'>()
  const [message, setMessage] = useState<string | null>(null)
  const isSentMeanwhile = issue !== null && issue.state !== 'draft'

  /** Runs one task at a time. Shows a rejection at its field, or else below the form's fields. */
  async function run(task: 'save' | 'test' | 'send', work: () => Promise<ApiProblem | null>) {
    if (busy) return
    setBusy(task)
    setMessage(null)
    const problem = await work()
    setBusy(undefined)
    if (problem) setMessage(showFieldErrors(form, problem, FIELDS))
  }

  /** Returns the typed newsletter if it can be sent as is. Otherwise, shows the errors and returns null. */
  function validateIssue(): IssueDraft | null {
    const parsed = wholeIssue.safeParse(form.getValues())
    if (parsed.success) return parsed.data
    const fieldErrors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    showFieldErrors(form, { code: 'invalid-input', status: 400, message: '', errors: fieldErrors }, FIELDS)
    return null
  }

  const handleSave = form.handleSubmit((values) =>
    run('save', async () => {
      const saved = await (isSentMeanwhile ? saveAnew : save)(values)
      if ('problem' in saved) return saved.problem
      toast.success('Draft saved')
      if (saved.id !== issue?._id) void navigate(issuePath(saved.id), { replace: true })
      return null
    }),
  )

  function handleTest() {
    const body = validateIssue()
    if (!body) return
    void run('test', async () => {
      const { error } = await testIssue({ body })
      if (error) return toProblem(error)
      toast.success(`Test sent to ${me.email}`)
      return null
    })
  }

  function handleSend() {
    const values = validateIssue()
    if (!values) return
    void run('send', async () => {
      const isStored = issue !== null && !isChanged
      const saved = isStored ? { id: issue._id, version: base.version } : await save(values)
      if ('problem' in saved) return saved.problem
      const problem = await sendIssue(saved, values.subject)
      if (saved.id === issue?._id) return problem
      // Shown as a toast, because a message in this editor would disappear with the navigation.
      if (problem) toast.error(formatProblem(problem))
      void navigate(issuePath(saved.id), { replace: true })
      return null
    })
  }

  return (
    <>
      <PageHead
        title={issue ? getIssueTitle(issue) : pages.writeNewsletter.title}
        text={issue && (isChanged ? 'You have unsaved changes.' : 'Draft. It isn’t sent until you send it.')}
      />
      <MissingAddress />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <form noValidate aria-label="Newsletter" onSubmit={(event) => void handleSave(event)}>
          <Card className="flex flex-col gap-5 p-5">
            <TextField
              label="Subject"
              maxLength={150}
              error={errors.subject?.message}
              {...form.register('subject')}
            />
            <TextArea
              label="Text"
              rows={16}
              maxLength={20_000}
              hint={
                <>
                  <code># Heading</code>, <code>- list item</code>, <code>**bold**</code> and{' '}
                  <code>[link](https://…)</code> work. We add a footer with your mailing address and an
                  unsubscribe link.
                </>
              }
              error={errors.text?.message}
              {...form.register('text')}
            />
            {isSentMeanwhile && (
              <Notice tone="warning" isAlert title="This newsletter was sent in the meantime">
                <p>Your edits are safe. You can save them as a new draft.</p>
              </Notice>
            )}
            {theirs && <IssueConflict {...{ theirs }} onTakeTheirs={draft.takeTheirs} />}
            {message && !theirs && (
              <Notice tone="danger" isAlert>
                <p>{message}</p>
              </Notice>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                variant="secondary"
                loading={busy === 'save'}
                disabled={!isChanged && issue !== null}
              >
                {isSentMeanwhile ? 'Save as a new draft' : theirs ? 'Save my version' : 'Save draft'}
              </Button>
              <Button variant="secondary" loading={busy === 'test'} onClick={handleTest}>
                Send test to me
              </Button>
              {!isSentMeanwhile && !theirs && <SendButton loading={busy === 'send'} onSend={handleSend} />}
            </div>
          </Card>
        </form>
        <IssuePreview subject={subject} text={text} />
      </div>
    </>
  )
}

function IssueConflict({ theirs, onTakeTheirs }: { theirs: Issue; onTakeTheirs: () => void }) {
  return (
    <EditConflict onTakeTheirs={onTakeTheirs}>
      <TextField label="Their subject" readOnly value={theirs.subject} />
      <TextArea label="Their text" readOnly rows={6} value={theirs.text} />
    </EditConflict>
  )
}

/** Shows how many subscribers would get the newsletter. Without subscribers, there is no button. */
function SendButton({ loading, onSend }: { loading: boolean; onSend: () => void }) {
  const { data } = useCountSubscribersQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data?.confirmed === 0)
    return (
      <p className="self-center text-small text-muted">
        There’s no one to send it to yet: no subscriber has confirmed their address.
      </p>
    )
  return (
    <Button loading={loading} onClick={onSend}>
      {data ? `Send to ${formatSubscriberCount(data.confirmed)}` : 'Send to all subscribers'}
    </Button>
  )
}

/**
 * Warns admins early that a newsletter can't be sent until the server's settings include a mailing address.
 */
function MissingAddress() {
  const config = useConfig()
  if (config?.world !== 'live' || config.contact.address) return null
  return (
    <Notice tone="warning" title="Newsletters need your mailing address" className="mb-5">
      <p>
        US law requires one in every commercial email. Set CONTACT_ADDRESS on the server and restart it; until
        then you can write and test, but not send.
      </p>
    </Notice>
  )
}
