import type { Issue } from '../../../contract/newsletter.ts'
import { EditConflict } from '../../ui/EditConflict.tsx'
import { TextArea, TextField } from '../../ui/TextField.tsx'

/** Another admin saved this newsletter after it was opened: theirs, beside what is in the form. */
export function IssueConflict({ theirs, onTakeTheirs }: { theirs: Issue; onTakeTheirs: () => void }) {
  return (
    <EditConflict onTakeTheirs={onTakeTheirs}>
      <TextField label="Their subject" readOnly value={theirs.subject} />
      <TextArea label="Their text" readOnly rows={6} value={theirs.text} />
    </EditConflict>
  )
}
