import { countOf } from '../../../contract/figure.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { FileReasons } from './FileReasons.tsx'
import { countsOf, type PhotoJob } from './photo-job.ts'
import { photoRunner } from './photo-runner.ts'

/** What became of the photos. */
export function PhotosDone({ job }: { job: PhotoJob }) {
  const { added, failed } = countsOf(job)
  const cars = new Set(job.photos.filter(({ state }) => state === 'added').map(({ carID }) => carID)).size
  const faulty = job.photos.filter(({ state }) => state === 'failed')
  return (
    <div className="flex flex-col gap-5">
      <div className="card" role="status">
        <EmptyState
          icon={added > 0 ? <CircleCheck /> : <TriangleAlert />}
          title={
            added > 0 ? `${countOf(added, 'photo')} added to ${countOf(cars, 'car')}` : 'No photo was added'
          }
          text={
            job.changeSetID !== null && (
              <>
                Not what you meant?{' '}
                <TextLink to={pagePath('changeSet', { id: job.changeSetID })}>Look at the change</TextLink>,
                and revert it there.
              </>
            )
          }
          action={
            <>
              <Button variant="secondary" onClick={() => void photoRunner.end()}>
                Add more photos
              </Button>
              <LinkButton to={pages.myCars.path}>Back to {pages.myCars.title}</LinkButton>
            </>
          }
        />
      </div>
      {failed > 0 && (
        <FileReasons
          title={`${countOf(failed, 'photo')} couldn’t be added`}
          files={faulty.map(({ path, fault }) => ({ path, reason: fault ?? '' }))}
        >
          <div>
            <Button size="small" onClick={() => photoRunner.retry()}>
              Try again
            </Button>
          </div>
        </FileReasons>
      )}
    </div>
  )
}
