import { Gavel } from 'lucide-react'
import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/Button.tsx'
import { countOf } from '../../ui/count-of.ts'
import type { ShownSelection } from '../../ui/selection.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'

interface ReportBarProps {
  selection: ShownSelection<Report>
  onDecide: (reports: readonly Report[]) => void
}

/** What can be done to the selected reports. */
export function ReportBar({ selection, onDecide }: ReportBarProps) {
  return (
    <SelectionBar selection={selection} noun="report">
      <Button size="small" onClick={() => onDecide(selection.items)}>
        <Gavel aria-hidden="true" />
        Decide {countOf(selection.items.length, 'report')}
      </Button>
    </SelectionBar>
  )
}
