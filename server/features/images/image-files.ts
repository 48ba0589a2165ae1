import { Router } from 'express'
import { join } from 'node:path'
import type { Config } from '../../config.ts'

const FILE = /^\/([0-9a-f]{2})\/(\1[0-9a-f]{62}-(?:thumb|medium|full)\.webp)$/
const YEAR_SECONDS = 31_536_000

/** The stored pictures, for `/images`: a hash never changes its picture, so browsers keep them for a year. */
export function imageFiles(config: Pick<Config, 'dataDir'>): Router {
  const root = join(config.dataDir, 'images')
  const router = Router()
  router.get(FILE, (req, res, next) => {
    const [, folder, name] = FILE.exec(req.path)!
    const options = {
      root,
      cacheControl: false,
      headers: {
        'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'Content-Type': 'image/webp',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    }
    res.sendFile(`${folder}/${name}`, options, (error) => {
      if (error && !res.headersSent) next()
    })
  })
  router.use((_req, res) => {
    res.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Not found')
  })
  return router
}
