import { formatDayAndTime } from '../../../contract/dates.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'

interface UnsavedChangesProps {
  /** The time of typing, in milliseconds since 1970. */
  at: number
  onRestore: () => void
  onDiscard: () => void
}

export function UnsavedChanges({ at, onRestore, onDiscard }: UnsavedChangesProps) {
  return (
    <Notice className="mb-5 max-w-[760px]" title={`You have unsaved changes from ${formatDayAndTime(at)}`}>
      <p className="flex flex-wrap gap-2">
        <Button size="small" onClick={onRestore}>
          Restore them
        </Button>
        <Button variant="secondary" size="small" onClick={onDiscard}>
          Discard them
        </Button>
      </p>
    </Notice>
  )
}
