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

/** Gives `app:` URLs an origin, fetch, and storage, as https has. The app must not be ready yet. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/**
 * Serves only the built renderer's files, at `app://kerblight/…`.
 * @param policy returns the current content security policy
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
