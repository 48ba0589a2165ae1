import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { RecordState } from '../../ui/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportFailed } from './ImportFailed.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import { ImportUnderWay } from './ImportUnderWay.tsx'
import { useImport } from './use-import.ts'
import './imports.css'

interface OneImportProps {
  id: string
  /** Takes back a change set. */
  revert: (set: string) => ReactNode
}

/** A file on its way: read, looked at, put in. */
export function OneImport({ id, revert }: OneImportProps) {
  const query = useImport(id)
  const job = query.data
  usePageTitle(job?.fileName)
  if (!job) return <RecordState query={query} loading={<ImportSkeleton />} absent={noSuchImport} />
  if (job.state === 'failed') return <ImportFailed job={job} revert={revert} />
  if (job.state === 'ready') return <ImportPlan job={job} />
  if (job.state === 'applied') return <ImportDone job={job} revert={revert} />
  return <ImportUnderWay job={job} />
}

const noSuchImport = {
  icon: <FileQuestion />,
  title: 'We couldn’t find that import',
  text: 'It’s someone else’s, it’s more than 30 days old, or the address is wrong.',
  back: { label: 'Back to imports', to: pages.imports.path },
}

function ImportSkeleton() {
  return (
    <Loading label="Loading the import">
      <Skeleton className="h-60 w-full" />
    </Loading>
  )
}
