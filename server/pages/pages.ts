import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '../../contract/pages.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import type { Context } from '../context.ts'
import { pageAssets, type Manifest } from './page-assets.ts'
import { getMissingContent } from './page-content.ts'
import { matchPage, type PageRequest } from './page.service.ts'
import { findMovedPage } from './moved-page.ts'
import { createShell, type PageStart, type Shell } from './shell.ts'
import { renderSitemap, renderSitemapPages, renderSitemapPart } from './sitemap.service.ts'
import { loadPrerenderer } from './prerender.ts'
import type { CacheSlot } from '../http/response-cache.ts'
import type { CacheTarget } from '../http/cacheable-responses.ts'
import { sendCached } from '../http/cached-response.ts'

const YEAR_SECONDS = 31_536_000

/**
 * The headers that are sent only with pages. A page loads dozens of scripts, styles, and fonts, and these
 * headers would be a fifth of the bytes sent.
 */
const PAGE_ONLY_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/**
 * Serves the built renderer, robots.txt, and the sitemap. Hashed assets are cached forever. Every page of the
 * contract is the shell with its head filled in. An unknown page gets the shell with status 404, and a
 * missing file gets a plain 404.
 * @param directory the build output, `out/renderer`, whose sibling is `prerender`
 */
export function rendererPages(ctx: Context, directory: string): Router {
  const router = Router()
  const shell = readShell(ctx, directory)
  const startPage = createPageStarter(ctx, directory)
  const robots = renderRobots(ctx.config.publicUrl)

  router.use(
    filesOnly(
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
          if (isHashed) PAGE_ONLY_HEADERS.forEach((name) => res.removeHeader(name))
        },
      }),
    ),
  )
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').send(robots)
  })
  router.get('/console', (_req, res, next) => {
    const { consoleDownloadUrl } = ctx.config
    if (consoleDownloadUrl === null) next()
    else res.redirect(302, consoleDownloadUrl)
  })
  router.get('/sitemap.xml', (req, res) => sendSitemap(ctx, req, res, 'all', () => renderSitemap(ctx)))
  router.get('/sitemap-pages.xml', (req, res) =>
    sendSitemap(ctx, req, res, 'pages', () => renderSitemapPages(ctx)),
  )
  router.get(/^\/sitemap-([1-9]\d{0,6})\.xml$/, (req, res) => {
    const part = Number(req.params[0])
    return sendSitemap(ctx, req, res, String(part), () => renderSitemapPart(ctx, part))
  })
  // The pattern has no parameters, so nothing in the path is decoded, and no path is rejected as malformed.
  router.get(/^\//, (req, res) => {
    if (shell && !isFile(req.path)) return sendPage(ctx, shell, startPage, req, res)
    return sendNotFound(res, shell ? 'Not found' : 'The web pages aren’t built. Run npm start')
  })
  return router
}

function isFile(path: string): boolean {
  return /\.[a-z0-9]{2,5}$/i.test(path) || path.startsWith('/assets/')
}

/** Restricts a file handler to file URLs, so that page URLs need no disk access. */
function filesOnly(files: RequestHandler): RequestHandler {
  return (req, res, next) =>
    req.path.includes('.', req.path.lastIndexOf('/') + 1) ? files(req, res, next) : next()
}

function readShell({ config }: Context, directory: string): Shell | null {
  const file = join(directory, 'index.html')
  return existsSync(file) ? createShell(readFileSync(file, 'utf8'), config) : null
}

type StartPage = (request: PageRequest) => Promise<PageStart>

function createPageStarter(ctx: Context, directory: string): StartPage {
  const prerender = loadPrerenderer(ctx, join(directory, '../prerender'))
  const file = join(directory, '.vite', 'manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  return async ({ name, prerenderAt }) => ({
    prerendered: prerenderAt === null ? null : await prerender(name, prerenderAt),
    assets: pageAssets(manifest, name),
  })
}

/**
 * Sends a page from the cache, unless one of its dependencies was written since. Otherwise, it builds the
 * page, and the request counts as a read.
 */
async function sendPage(
  ctx: Context,
  shell: Shell,
  startPage: StartPage,
  req: Request,
  res: Response,
): Promise<void> {
  const request = matchPage(req.path, req.query)
  const target = request?.target ?? null
  const cached = target && (await ctx.cache.findSoon(target, 'stranger'))
  if (cached) return sendCached(req, res, cached)
  await ctx.limits.take('R0', { ip: req.ip ?? '', actor: null })
  const currentUrl = await findMovedPage(ctx, req.originalUrl)
  // If browsers cached this redirect, they would loop once the make has its old name again.
  if (currentUrl !== null) return res.set('Cache-Control', 'no-cache').redirect(301, currentUrl)
  const respond = async (slot: CacheSlot | null) => {
    const content = request ? await request.make(ctx) : getMissingContent()
    const start = request && content.status === 200 ? await startPage(request) : null
    const page = shell(content, start)
    if (slot && content.status === 200) return sendCached(req, res, slot.keepText(page, 'text/html'))
    res.status(content.status).set('Cache-Control', 'no-cache').type('text/html').send(page)
  }
  await (target ? ctx.cache.make(target, 'stranger', respond) : respond(null))
}

async function sendSitemap(
  ctx: Context,
  req: Request,
  res: Response,
  key: string,
  make: () => Promise<string | null>,
): Promise<void> {
  const target: CacheTarget = { name: 'sitemap', key }
  const cached = await ctx.cache.findSoon(target, 'stranger')
  if (cached) return sendCached(req, res, cached)
  await ctx.limits.take('R0', { ip: req.ip ?? '', actor: null })
  await ctx.cache.make(target, 'stranger', async (slot) => {
    const sitemap = await make()
    if (sitemap === null) sendNotFound(res, 'Not found')
    else await sendCached(req, res, slot.keepText(sitemap, 'application/xml'))
  })
}

function sendNotFound(res: Response, text: string): void {
  res.status(404).type('text/plain').send(text)
}

const PAGE_READS: EndpointName[] = ['getConfig', 'listCategories', 'listCars', 'listAllReviews']

/**
 * Renders robots.txt (RFC 9309). The longest matching rule applies, so the reads of the pages' scripts are
 * allowed even though the rest of the API is not. Feeds are allowed because Google fetches none from a
 * disallowed directory (support.google.com/manufacturers/answer/6254385). Search engines don't list them:
 * their URLs are secret, and their responses have `noindex`.
 */
function renderRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PAGE_READS.map((name) => `Allow: ${apiPath(name)}`),
    `Allow: ${apiPath('readFeed', { file: '' })}`,
    'Disallow: /api/',
    `Disallow: ${pages.purchases.path}`,
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
