import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CarImport } from '../../../contract/imports.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ApplyImport } from './ApplyImport.tsx'
import { DiscardImport } from './DiscardImport.tsx'
import { ImportHead } from './ImportHead.tsx'
import { PlannedRows } from './lazy-rows.ts'
import { PlanTabs } from './PlanTabs.tsx'
import { planViews, type PlanView } from './plan-views.ts'

const ColumnMapping = lazyPart(() => import('./ColumnMapping.tsx').then((module) => module.ColumnMapping))
const ValueMapping = lazyPart(() => import('./ValueMapping.tsx').then((module) => module.ValueMapping))

/** What a file would do, before it does. */
export function ImportPlan({ job }: { job: CarImport }) {
  const [params] = useSearchParams()
  const view = viewOf(params.get('view'))
  return (
    <>
      <ImportHead job={job} actions={<DiscardImport job={job} />} />
      <ApplyImport job={job} />
      <PlanTabs job={job} view={view} />
      <Suspense fallback={null}>
        {view === 'rows' && <PlannedRows job={job} />}
        {view === 'columns' && <ColumnMapping job={job} />}
        {view === 'values' && <ValueMapping job={job} />}
      </Suspense>
    </>
  )
}

function viewOf(wanted: string | null): PlanView {
  return planViews.find((view) => view === wanted) ?? 'rows'
}
