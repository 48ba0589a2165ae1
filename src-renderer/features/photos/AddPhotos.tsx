import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { MAX_NAMES, type NamedCar } from '../../../contract/photos.ts'
import { pages } from '../../../contract/pages.ts'
import { useMe } from '../../session/use-session.ts'
import { store } from '../../session/store.ts'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { NamingHelp } from './NamingHelp.tsx'
import { PhotoChooser } from './PhotoChooser.tsx'
import type { PhotoFile } from './photo-file.ts'
import { isDone, toJob } from './photo-job.ts'
import { PhotoProgress } from './PhotoProgress.tsx'
import { photoRunner } from './photo-runner.ts'
import { photosApi } from './photos.api.ts'
import { PhotosDone } from './PhotosDone.tsx'
import { namesToFind, planPhotos, type PhotoPlan } from './plan-photos.ts'
import { RefusedFiles } from './refused-files.ts'
import { ReviewPhotos } from './ReviewPhotos.tsx'
import { usePhotoFiles } from './use-photo-files.ts'

/** Photos for many cars at once: each file goes on the car that it is named for. */
export function AddPhotos({ notice }: { notice: ReactNode }) {
  const { _id: ownId } = useMe()
  const view = useSyncExternalStore(photoRunner.subscribe, photoRunner.view)
  const [plan, setPlan] = useState<PhotoPlan | null>(null)
  useEffect(() => void photoRunner.resume(ownId), [ownId])

  const files = usePhotoFiles(async (chosen) => {
    if (view.job === null) setPlan(planPhotos(chosen, await findCars(chosen)))
    else if (photoRunner.addFiles(chosen) === 0) throw new RefusedFiles(OTHER_FILES)
  })

  async function handleStart() {
    if (!plan) return
    setPlan(null)
    await photoRunner.start(toJob(ownId, plan.cars))
  }

  return (
    <div className="flex flex-col gap-2">
      <Breadcrumb
        items={[{ label: pages.myCars.title, to: pages.myCars.path }, { label: pages.addPhotos.title }]}
      />
      <PageHead title={pages.addPhotos.title} />
      {notice}
      {view.job === null ? (
        plan ? (
          <ReviewPhotos plan={plan} onStart={() => void handleStart()} onBack={() => setPlan(null)} />
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
              text="It goes on where it was."
            />
          )}
        </div>
      )}
    </div>
  )
}

const OTHER_FILES =
  'None of these is a photo that’s still to be sent. Drop the folder or zip that you began with.'

/** In as few calls as names allow. */
async function findCars(files: readonly PhotoFile[]): Promise<NamedCar[]> {
  const names = namesToFind(files)
  const found: NamedCar[] = []
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    const body = { names: names.slice(from, from + MAX_NAMES) }
    found.push(...(await store.dispatch(photosApi.endpoints.findNamedCars.initiate({ body })).unwrap()))
  }
  return found
}
