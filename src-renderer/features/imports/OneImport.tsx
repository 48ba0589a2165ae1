import { FileQuestion } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { useSearchParams, useNavigate } from 'react-router-dom'
import type { CarImport } from '../../../contract/imports.ts'
import { pages } from '../../../contract/pages.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Progress } from '../../ui/controls/Progress.tsx'
import { RecordState } from '../../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { formatTimeLeft } from '../../ui/time-left.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { ApplyImport } from './ApplyImport.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { formatImportProgress } from './import-labels.ts'
import { ImportDone } from './ImportDone.tsx'
import { ImportHead } from './ImportHead.tsx'
import { importsApi, useGetImportQuery, useDeleteImportMutation } from './imports.api.ts'
import { PlannedRows } from './lazy-rows.ts'
import { planViews, type PlanView } from './plan-views.ts'
import { PlanTabs } from './PlanTabs.tsx'
import { UploadState } from './UploadState.tsx'
import { useTakenFocus } from './use-taken-focus.ts'
import { useUpload } from './use-upload.ts'
import './imports.css'

const ColumnMapping = createLazyPart(() =>
  import('./ColumnMapping.tsx').then((module) => module.ColumnMapping),
)
const ValueMapping = createLazyPart(() => import('./ValueMapping.tsx').then((module) => module.ValueMapping))

/**
 * The polling interval in milliseconds. Polling is needed because some networks allow requests but no event
 * streams.
 */
const POLL_MS = 3000

interface OneImportProps {
  id: string
  revert: (set: string) => ReactNode
}

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

/** Returns an import's query, which polls while the import is in progress. */
function useImport(id: string) {
  const arg = { params: { id } }
  const query = useGetImportQuery(arg, { refetchOnMountOrArgChange: true })
  const state = query.data?.state
  const isUnderWay = state === 'reading' || state === 'applying'
  importsApi.endpoints.getImport.useQuerySubscription(arg, { pollingInterval: isUnderWay ? POLL_MS : 0 })
  return query
}

function ImportPlan({ job }: { job: CarImport }) {
  const [params] = useSearchParams()
  const view = toPlanView(params.get('view'))
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

function toPlanView(wanted: string | null): PlanView {
  return planViews.find((view) => view === wanted) ?? 'rows'
}

function ImportUnderWay({ job }: { job: CarImport }) {
  const card = useTakenFocus()
  const { progress } = job
  const isReading = job.state === 'reading'

  return (
    <>
      <ImportHead job={job} />
      <section ref={card} tabIndex={-1} aria-label="Progress" className="import-card">
        <h2 className="text-h3 font-bold tracking-tight">
          {isReading ? 'Reading the file' : 'Importing your cars'}
        </h2>
        <Progress
          label={isReading ? 'Rows that were read' : 'Cars that are in'}
          value={progress?.total ? progress.done / progress.total : 0}
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-small tabular-nums text-muted">
          <span>{formatImportProgress(job)}</span>
          <span>{formatTimeLeft(progress?.secondsLeft ?? null)}</span>
        </p>
        <p className="text-small text-muted">
          {isReading
            ? 'Nothing changes until you’ve seen what the file would do.'
            : 'You can close this page. The import continues, and you can come back any time.'}
        </p>
      </section>
    </>
  )
}

interface ImportFailedProps {
  job: CarImport
  revert: (set: string) => ReactNode
}

/**
 * Explains why a file was rejected and offers another upload. Rows that were already imported can be
 * reverted.
 */
function ImportFailed({ job: { message, changeSetID, ...job }, revert }: ImportFailedProps) {
  const upload = useUpload()
  const card = useTakenFocus()
  return (
    <>
      <ImportHead job={{ ...job, changeSetID }} actions={<DiscardImport job={{ ...job, changeSetID }} />} />
      <section ref={card} tabIndex={-1} aria-label="What went wrong" className="import-card">
        <Notice
          tone="danger"
          title={changeSetID === null ? 'This file wasn’t imported' : 'This import didn’t finish'}
        >
          <p className="wrap-anywhere">{message}</p>
        </Notice>
        <div className="flex flex-wrap gap-3">
          <ChooseFile upload={upload}>Choose another file</ChooseFile>
          {changeSetID !== null && revert(changeSetID)}
        </div>
        <UploadState upload={upload} />
      </section>
    </>
  )
}

function DiscardImport({ job: { _id: id, fileName, changeSetID } }: { job: CarImport }) {
  const [deleteImport] = useDeleteImportMutation()
  const navigate = useNavigate()

  async function handleDiscard() {
    const isWanted = await confirm({
      title: `Discard ${fileName}?`,
      text: `${changeSetID === null ? 'Nothing of it has been imported.' : 'What was imported so far stays.'} To import it later, upload it again.`,
      confirmLabel: 'Discard file',
    })
    if (!isWanted) return
    const isDone = await toastOutcome(deleteImport({ params: { id } }), `${fileName} discarded`)
    if (isDone) void navigate(pages.imports.path)
  }

  return (
    <Button variant="secondary" onClick={() => void handleDiscard()}>
      Discard file
    </Button>
  )
}
