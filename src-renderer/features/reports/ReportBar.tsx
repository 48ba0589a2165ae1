import { Gavel } from 'lucide-react'
import { formatCount } from '../../../contract/number-format.ts'
import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { ShownSelection } from '../../ui/table/selection.ts'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'

interface ReportBarProps {
  selection: ShownSelection<Report>
  onReview: (reports: readonly Report[]) => void
}

export function ReportBar({ selection, onReview }: ReportBarProps) {
  return (
    <SelectionBar selection={selection} noun="report">
      <Button size="small" onClick={() => onReview(selection.items)}>
        <Gavel aria-hidden="true" />
        Review {formatCount(selection.items.length, 'report')}
      </Button>
    </SelectionBar>
  )
}
