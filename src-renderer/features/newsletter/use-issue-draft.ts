import { useCallback, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { issueDraft, type Issue, type IssueDraft } from '../../../contract/newsletter.ts'
import { useMe } from '../../session/use-session.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'

/** The version that the editor started from and that a save replaces. */
export interface IssueBase extends IssueDraft {
  version: number
}

/** Returns the key of an unsaved newsletter in this tab's storage. */
export function buildDraftKey(userId: string, issueId: string | undefined): string {
  return `newsletter.${userId}.${issueId ?? 'new'}`
}

const nothing: IssueBase = { subject: '', text: '', version: 0 }

/** Manages a newsletter's form. Typed text survives reloads and other admins' saves. */
export function useIssueDraft(issue: Issue | null) {
  const key = buildDraftKey(useMe()._id, issue?._id)
  const [storedDraft] = useState(() => readDraft<IssueBase>(key))
  const [base, setBase] = useState<IssueBase>(() => ({ ...(issue ?? nothing), ...pickVersion(storedDraft) }))
  const form = useSchemaForm(issueDraft, { subject: base.subject, text: base.text, ...pickText(storedDraft) })
  const { subject = '', text = '' } = useWatch({ control: form.control })
  const isChanged = subject.trim() !== base.subject || text.trim() !== base.text
  /** A version that another admin has saved since. */
  const theirs = issue && issue.version > base.version ? issue : null

  function takeTheirs() {
    if (!theirs) return
    setBase(theirs)
    form.reset({ subject: theirs.subject, text: theirs.text })
  }

  useEffect(() => {
    if (isChanged) writeDraft(key, { subject, text, version: base.version })
    else clearDraft(key)
  }, [key, isChanged, subject, text, base.version])
  useLeaveWarning(
    isChanged,
    useCallback(() => clearDraft(key), [key]),
  )

  return { form, subject, text, base, isChanged, theirs, setBase, takeTheirs }
}

function pickVersion({ version }: Partial<IssueBase>): Partial<IssueBase> {
  return version === undefined ? {} : { version }
}

function pickText({ subject, text }: Partial<IssueBase>): Partial<IssueDraft> {
  return subject === undefined || text === undefined ? {} : { subject, text }
}
