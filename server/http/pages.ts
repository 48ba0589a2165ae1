import express, { Router } from 'express'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '../../contract/pages.ts'

const YEAR_SECONDS = 31_536_000

/**
 * The built renderer: hashed assets for ever, the shell for every page of the contract, the shell with status 404 for
 * an unknown page, and a plain 404 for a missing file.
 * @param directory the build's output, `out/renderer`
 */
export function rendererPages(directory: string): Router {
  const router = Router()
  const shellFile = join(directory, 'index.html')
  const shell = existsSync(shellFile) ? readFileSync(shellFile) : null
  const known = Object.values(pages).map((page) => new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/?$`))
  known.push(/^\/category(\/[^/]+)?\/?$/)

  router.use(
    express.static(directory, {
      index: false,
      redirect: false,
      setHeaders: (res, path) => {
        const isHashed = path.startsWith(join(directory, 'assets'))
        res.set(
          'Cache-Control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=0',
        )
        res.set('Cross-Origin-Resource-Policy', 'cross-origin')
      },
    }),
  )
  router.get('/{*path}', (req, res) => {
    const isFile = /\.[a-z0-9]{2,5}$/i.test(req.path) || req.path.startsWith('/assets/')
    if (isFile || !shell) {
      res
        .status(404)
        .type('text/plain')
        .send(shell ? 'Not found' : 'The web pages are not built: run npm start')
      return
    }
    const status = known.some((pattern) => pattern.test(req.path)) ? 200 : 404
    res.status(status).set('Cache-Control', 'no-cache').type('text/html').send(shell)
  })
  return router
}
