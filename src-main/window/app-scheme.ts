import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { protocol } from 'electron'
import { permissionsPolicy } from '../../contract/permissions-policy.ts'
import { findAsset, type Assets } from './find-asset.ts'

export const APP_ORIGIN = 'app://kerblight'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Declares that `app:` URLs behave like https URLs: they have their own origin, fetch, and storage. Must be
 * called before the app is ready.
 */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/**
 * Serves the built renderer's files at `app://kerblight/…`, and nothing else.
 * @param policy returns the content security policy at the time of the response
 */
export function serveRenderer(assets: Assets, policy: () => string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'kerblight') return new Response(null, { status: 404 })
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
    const file = findAsset(assets, url.pathname)
    if (file === null) return new Response(null, { status: 404 })
    try {
      return new Response(await readFile(file), { headers: headersFor(file, policy()) })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}

function headersFor(file: string, policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Permissions-Policy': permissionsPolicy,
    'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}
