import { Link } from 'react-router-dom'
import { formatNumber } from '../../../contract/number-format.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { openColumns, openValues, planViews, type PlanView } from './plan-views.ts'
import '../../ui/controls/tabs.css'

const titles: Record<PlanView, string> = { rows: 'Rows', columns: 'Columns', values: 'Values' }

/** Switches between the import's views. The tabs are links, so Back returns to the previous view. */
export function PlanTabs({ job, view }: { job: CarImport; view: PlanView }) {
  const openCounts: Record<PlanView, number> = {
    rows: 0,
    columns: openColumns(job).length,
    values: openValues(job).length,
  }
  return (
    <nav aria-label="Parts of the import" className="tabs-list import-tabs">
      {planViews.map((one) => (
        <Link
          key={one}
          to={one === 'rows' ? '?' : `?view=${one}`}
          aria-current={one === view ? 'page' : undefined}
          data-active={one === view || undefined}
          className="tab import-tab"
        >
          {titles[one]}
          {openCounts[one] > 0 && (
            <Badge tone="warning">
              {formatNumber(openCounts[one])}
              <span className="sr-only"> not matched</span>
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  )
}
