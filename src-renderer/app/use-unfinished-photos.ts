import { useEffect } from 'react'
import { hasUnfinishedPhotos } from '../session/unfinished-photos.ts'
import { useSession } from '../session/use-session.ts'

/**
 * Resumes photo uploads that were in flight when the page closed. Their code loads only if there
 * are any.
 */
export function useUnfinishedPhotos(): void {
  const ownId = useSession().me?._id
  useEffect(() => {
    if (ownId === undefined || !hasUnfinishedPhotos(ownId)) return
    void import('../features/photos/photo-runner.ts').then(({ photoRunner }) => photoRunner.resume(ownId))
  }, [ownId])
}
