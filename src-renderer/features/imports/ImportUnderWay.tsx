import type { CarImport } from '../../../contract/imports.ts'
import { Progress } from '../../ui/Progress.tsx'
import { timeLeft } from '../../ui/time-left.ts'
import { ImportHead } from './ImportHead.tsx'
import { progressOf } from './import-words.ts'
import { useTakenFocus } from './use-taken-focus.ts'

/** While a file is read, or its cars go in: how far that is. */
export function ImportUnderWay({ job }: { job: CarImport }) {
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
          <span>{progressOf(job)}</span>
          <span>{timeLeft(progress?.secondsLeft ?? null)}</span>
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
