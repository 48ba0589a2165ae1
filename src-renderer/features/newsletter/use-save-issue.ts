import type { Issue, IssueDraft } from '../../../contract/newsletter.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { useAddIssueMutation, useUpdateIssueMutation } from './issues.api.ts'
import type { useIssueDraft } from './use-issue-draft.ts'

export interface SavedIssue {
  id: string
  version: number
}

type Saved = SavedIssue | { problem: ApiProblem }

/**
 * Saves the newsletter over the last version that the user has seen, even if another admin saved that
 * version. An unseen version is never overwritten.
 */
export function useSaveIssue(
  issue: Issue | null,
  { base, theirs, setBase }: ReturnType<typeof useIssueDraft>,
) {
  const [addIssue] = useAddIssueMutation()
  const [updateIssue] = useUpdateIssueMutation()
  const keyOf = useIdempotencyKey()

  async function saveAnew(body: IssueDraft): Promise<Saved> {
    const { data, error } = await addIssue({ body, headers: { 'idempotency-key': keyOf(body) } })
    if (error) return { problem: toProblem(error) }
    setBase({ ...body, version: 1 })
    return { id: data.insertedId, version: 1 }
  }

  async function save(body: IssueDraft): Promise<Saved> {
    if (!issue) return saveAnew(body)
    const seenVersion = theirs?.version ?? base.version
    const call = { params: { id: issue._id }, body, headers: { 'if-match': `"${seenVersion}"` } }
    const { data, error } = await updateIssue(call)
    if (error) return { problem: toProblem(error) }
    setBase({ ...body, version: data.version })
    return { id: issue._id, version: data.version }
  }

  return { save, saveAnew }
}
