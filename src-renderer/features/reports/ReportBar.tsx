import { Gavel } from 'lucide-react'
import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/Button.tsx'
import type { Selection } from '../../ui/use-selection.ts'

interface ReportBarProps {
  selection: Selection<Report>
  onDecide: () => void
}

/** What can be done to the selected reports. */
export function ReportBar({ selection, onDecide }: ReportBarProps) {
  const count = selection.items.length
  if (count === 0) return null
  return (
    <section aria-label="Selected reports" className="bulk-bar card flex flex-wrap items-center gap-2 p-3">
      <p className="mr-auto px-2 text-small font-semibold">
        {count === 1 ? '1 report' : `${count} reports`} selected
      </p>
      <Button size="small" onClick={onDecide}>
        <Gavel aria-hidden="true" />
        Decide {count === 1 ? '1 report' : `${count} reports`}
      </Button>
      <Button variant="ghost" size="small" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
