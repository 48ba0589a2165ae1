import type { Issue } from '../../../contract/newsletter.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextArea, TextField } from '../../ui/TextField.tsx'

/** Another admin saved this newsletter after it was opened: theirs, beside what is in the form. */
export function IssueConflict({ theirs, onTakeTheirs }: { theirs: Issue; onTakeTheirs: () => void }) {
  return (
    <Notice tone="warning" isAlert title="Someone else edited this after you opened it">
      <p>Your edits are safe. Compare, then keep yours or use theirs.</p>
      <TextField label="Their subject" readOnly value={theirs.subject} />
      <TextArea label="Their text" readOnly rows={6} value={theirs.text} />
      <div>
        <Button variant="secondary" size="small" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </Notice>
  )
}
