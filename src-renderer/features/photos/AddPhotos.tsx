import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../../contract/number-format.ts'
import { MAX_NAMES, type NamedCar } from '../../../contract/photos.ts'
import { pages, pagePath } from '../../../contract/pages.ts'
import { useMe } from '../../session/use-session.ts'
import { UnconfirmedNotice } from '../../session/UnconfirmedNotice.tsx'
import { store } from '../../session/store.ts'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { FileReasons } from './FileReasons.tsx'
import { PhotoChooser } from './PhotoChooser.tsx'
import type { PhotoFile } from './photo-file.ts'
import { InvalidFilesError } from './zip-entries.ts'
import { isDone, buildPhotoJob, countPhotos, type PhotoJob } from './photo-job.ts'
import { PhotoProgress } from './PhotoProgress.tsx'
import { photoRunner } from './photo-runner.ts'
import { photosApi } from './photos.api.ts'
import { listNamesToFind, planPhotos, type PhotoPlan } from './plan-photos.ts'
import { PhotoPlanReview } from './PhotoPlanReview.tsx'
import { usePhotoFiles } from './use-photo-files.ts'

const examples = [
  ['1001-1.jpg, 1001-2.jpg', 'The stock number, then the photo’s place. A space or _ will do, too.'],
  ['1HGCM82633A004352-1.jpg', 'The VIN, then the photo’s place.'],
  ['1001 / front.jpg', 'A folder named for the stock number or VIN. Any names within, in their order.'],
] as const

/** Adds photos to many cars in one job. Each file's name determines its car. */
export function AddPhotos() {
  const { _id: ownId } = useMe()
  const view = useSyncExternalStore(photoRunner.subscribe, photoRunner.view)
  const [plan, setPlan] = useState<PhotoPlan | null>(null)
  useEffect(() => void photoRunner.resume(ownId), [ownId])

  const files = usePhotoFiles(async (chosen) => {
    if (view.job === null) setPlan(planPhotos(chosen, await findCars(chosen)))
    else if (photoRunner.addFiles(chosen) === 0) throw new InvalidFilesError(OTHER_FILES)
  })

  async function handleStart() {
    if (!plan) return
    setPlan(null)
    await photoRunner.start(buildPhotoJob(ownId, plan.cars))
  }

  return (
    <div className="flex flex-col gap-2">
      <Breadcrumb
        items={[{ label: pages.myCars.title, to: pages.myCars.path }, { label: pages.addPhotos.title }]}
      />
      <PageHead title={pages.addPhotos.title} />
      <UnconfirmedNotice waits="Until then, you can’t change cars." className="mb-5" />
      {view.job === null ? (
        plan ? (
          <PhotoPlanReview plan={plan} onStart={() => void handleStart()} onBack={() => setPlan(null)} />
        ) : (
          <div className="flex flex-col gap-5">
            <PhotoChooser
              files={files}
              title="Drop a folder, a zip, or photos"
              text="For as many cars as you like, up to 500 photos at a time. Each goes on the car that its file is named for."
            />
            <NamingHelp />
          </div>
        )
      ) : isDone(view.job) ? (
        <PhotosDone job={view.job} />
      ) : (
        <div className="flex flex-col gap-5">
          <PhotoProgress job={view.job} view={view} />
          {view.missing > 0 && view.state === 'stopped' && (
            <PhotoChooser
              files={files}
              isSmall
              title="Drop the same folder or zip again"
              text="It continues where it stopped."
            />
          )}
        </div>
      )}
    </div>
  )
}

const OTHER_FILES =
  'None of these is a photo that’s still to be sent. Drop the folder or zip that you began with.'

/** Finds the cars that the file names refer to, with as few API calls as possible. */
async function findCars(files: readonly PhotoFile[]): Promise<NamedCar[]> {
  const names = listNamesToFind(files)
  const foundCars: NamedCar[] = []
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    const body = { names: names.slice(from, from + MAX_NAMES) }
    foundCars.push(...(await store.dispatch(photosApi.endpoints.findNamedCars.initiate({ body })).unwrap()))
  }
  return foundCars
}

function NamingHelp() {
  return (
    <section aria-labelledby="naming" className="card p-5">
      <h2 id="naming" className="text-h3 font-bold tracking-tight">
        How files find their car
      </h2>
      <dl className="mt-4 grid gap-4 sm:grid-cols-3">
        {examples.map(([name, meaning]) => (
          <div key={name} className="min-w-0">
            <dt className="font-semibold wrap-anywhere">{name}</dt>
            <dd className="mt-1 text-small text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PhotosDone({ job }: { job: PhotoJob }) {
  const { added, failed } = countPhotos(job)
  const cars = new Set(job.photos.filter(({ state }) => state === 'added').map(({ carID }) => carID)).size
  const failedPhotos = job.photos.filter(({ state }) => state === 'failed')
  return (
    <div className="flex flex-col gap-5">
      <div className="card" role="status">
        <EmptyState
          icon={added > 0 ? <CircleCheck /> : <TriangleAlert />}
          title={
            added > 0
              ? `${formatCount(added, 'photo')} added to ${formatCount(cars, 'car')}`
              : 'No photo was added'
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
          title={`${formatCount(failed, 'photo')} couldn’t be added`}
          files={failedPhotos.map(({ path, fault }) => ({ path, reason: fault ?? '' }))}
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
