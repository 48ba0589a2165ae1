import { Router, type NextFunction, type Request, type Response } from 'express'
import type { Context } from '../../context.ts'
import type { PhotoCaller } from '../../gateways/images/images.ts'
import { hashFileName, isJpegName } from '../../gateways/images/photo-file-names.ts'
import type { FoundPhoto } from '../../gateways/images/photo-store.ts'
import { networkOf } from '../../http/client-address.ts'

const YEAR_SECONDS = 31_536_000

const buildImageHeaders = (name: string) => ({
  'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'Content-Type': isJpegName(name) ? 'image/jpeg' : 'image/webp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

/**
 * Serves the stored photos under `/images`. File names contain the photo's hash, so browsers can cache each
 * file for a year.
 */
export function imageFiles({ images, limits }: Pick<Context, 'images' | 'limits'>): Router {
  function getPhotoCaller({ ip = '' }: Request): PhotoCaller {
    return { clientKey: networkOf(ip), countMaking: () => limits.take('R0', { ip, actor: null }) }
  }

  const router = Router()
  router.get('/:folder/:file', (req, res, next) => {
    const name = req.path.slice(1)
    if (hashFileName(name) === null) next()
    else images.find(name, getPhotoCaller(req)).then((photo) => send(res, name, photo, next), next)
  })
  // Each unknown name requires a disk access or a bucket query, so it counts toward a rate limit.
  router.use(async ({ ip = '' }, res) => {
    await limits.take('R0', { ip, actor: null })
    res.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found')
  })
  return router
}

function send(res: Response, name: string, photo: FoundPhoto | null, next: NextFunction): void {
  const headers = buildImageHeaders(name)
  if (photo === null) next()
  else if ('folder' in photo)
    res.sendFile(name, { root: photo.folder, cacheControl: false, headers }, (error) => {
      if (error && !res.headersSent) next()
    })
  else res.set({ ...headers, ETag: photo.etag }).send(Buffer.from(photo.bytes))
}
