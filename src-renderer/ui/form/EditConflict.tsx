import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Notice } from '../controls/Notice.tsx'

/**
 * Warns that another user saved the record after this form was opened, and shows that version as
 * `children`.
 */
export function EditConflict({ onTakeTheirs, children }: { onTakeTheirs: () => void; children: ReactNode }) {
  return (
    <Notice tone="warning" isAlert title="Someone else edited this after you opened it">
      <p>Your edits are safe. Compare, then keep yours or use theirs.</p>
      {children}
      <div>
        <Button variant="secondary" size="small" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </Notice>
  )
}
