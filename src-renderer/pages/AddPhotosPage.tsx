import { AddPhotos } from '../features/photos/AddPhotos.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

/** /dashboard/photos */
export function AddPhotosPage() {
  return <AddPhotos notice={<UnprovenNotice waits="Until then, you can’t change cars." className="mb-5" />} />
}
