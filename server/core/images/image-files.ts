import { Router, type NextFunction, type Request, type Response } from 'express'
import type { Context } from '../../context.ts'
import type { PictureCaller } from '../../gateways/images/images.ts'
import { hashOfName, isJpegName } from '../../gateways/images/picture-names.ts'
import type { FoundPicture } from '../../gateways/images/picture-store.ts'
import { networkOf } from '../../http/network-of.ts'

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
  function callerOf({ ip = '' }: Request): PictureCaller {
    return { clientKey: networkOf(ip), countMaking: () => limits.take('R0', { ip, actor: null }) }
  }

  const router = Router()
  router.get('/:folder/:file', (req, res, next) => {
    const name = req.path.slice(1)
    if (hashOfName(name) === null) next()
    else images.find(name, callerOf(req)).then((picture) => send(res, name, picture, next), next)
  })
  // Each unknown name requires a disk access or a bucket query, so it counts toward a rate limit.
  router.use(async ({ ip = '' }, res) => {
    await limits.take('R0', { ip, actor: null })
    res.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found')
  })
  return router
}

function send(res: Response, name: string, picture: FoundPicture | null, next: NextFunction): void {
  const headers = buildImageHeaders(name)
  if (picture === null) next()
  else if ('folder' in picture)
    res.sendFile(name, { root: picture.folder, cacheControl: false, headers }, (error) => {
      if (error && !res.headersSent) next()
    })
  else res.set({ ...headers, ETag: picture.etag }).send(Buffer.from(picture.bytes))
}
