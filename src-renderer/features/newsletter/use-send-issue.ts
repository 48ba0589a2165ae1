import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useLazyCountSubscribersQuery, useSendIssueMutation } from './issues.api.ts'
import { getIssueTitle, formatSubscriberCount } from './issue-labels.ts'
import type { SavedIssue } from './use-save-issue.ts'

/**
 * Sends a newsletter after the user confirms the current number of recipients.
 * @returns a function that resolves to the server's problem, or to null on success
 */
export function useSendIssue() {
  const [countSubscribers] = useLazyCountSubscribersQuery()
  const [sendIssue] = useSendIssueMutation()

  return async ({ id, version }: SavedIssue, subject: string): Promise<ApiProblem | null> => {
    const counted = await countSubscribers()
    if (!counted.data) return toProblem(counted.error)
    const readers = formatSubscriberCount(counted.data.confirmed)
    const isWanted = await confirm({
      title: `Send to ${readers}?`,
      text: `“${getIssueTitle({ subject })}” goes out by email. You can stop it along the way, but you can’t recall emails already sent.`,
      confirmLabel: `Send to ${readers}`,
      tone: 'primary',
    })
    if (!isWanted) return null
    const { data, error } = await sendIssue({ params: { id }, headers: { 'if-match': `"${version}"` } })
    if (error) return toProblem(error)
    toast.success(`Sending to ${formatSubscriberCount(data.recipients)}`)
    return null
  }
}
