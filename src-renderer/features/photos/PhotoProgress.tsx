import { formatNumber, formatCount } from '../../../contract/number-format.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Progress } from '../../ui/controls/Progress.tsx'
import { formatTimeLeft } from '../../ui/time-left.ts'

import { countPhotos, type PhotoJob } from './photo-job.ts'
import { photoRunner, type RunnerView } from './photo-runner.ts'

export function PhotoProgress({ job, view }: { job: PhotoJob; view: RunnerView }) {
  const { total, up } = countPhotos(job)
  const isRunning = view.state === 'running'
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="progress" className="card flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="progress" className="text-h3 font-bold tracking-tight tabular-nums">
            {formatNumber(up)} of {formatCount(total, 'photo')} uploaded
          </h2>
          <p className="text-small text-muted tabular-nums">
            {isRunning && formatTimeLeft(view.secondsLeft)}
          </p>
        </div>
        <Progress label="Photos" value={total === 0 ? 0 : up / total} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-small text-muted">
            {view.waitsFor ?? sentences[view.state]}
          </p>
          {isRunning && (
            <Button variant="secondary" size="small" onClick={() => photoRunner.stop()}>
              Stop
            </Button>
          )}
        </div>
      </section>
      {view.state === 'stopped' && <Stopped view={view} />}
    </div>
  )
}

const sentences: Record<RunnerView['state'], string> = {
  running: 'You can go to other pages. If you close this one, it continues when you come back.',
  elsewhere: 'Another window is adding these photos.',
  stopped: 'Nothing is being sent.',
  idle: '',
}

function Stopped({ view: { job, missing } }: { view: RunnerView }) {
  const canGoOn = job !== null && countPhotos(job).total - countPhotos(job).up > missing
  return (
    <Notice
      tone={missing > 0 ? 'warning' : 'info'}
      title={missing > 0 ? `We need ${formatCount(missing, 'file')} again` : 'Stopped'}
    >
      <p>
        {missing > 0
          ? 'This browser couldn’t keep them. Drop the same folder or zip again, and it continues from here. What’s uploaded isn’t sent twice.'
          : 'What’s uploaded stays, and isn’t sent twice.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {canGoOn && (
          <Button size="small" onClick={() => photoRunner.goOn()}>
            Go on
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => void photoRunner.end()}>
          Drop the rest
        </Button>
      </div>
    </Notice>
  )
}
