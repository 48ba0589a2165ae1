import type { Session } from 'electron'
import { isOwnPage } from './navigation-guard.ts'

/**
 * Granted to our own pages: writing to the clipboard, and connections to this machine or the local network.
 * `isGranted` also allows the camera, for bar codes. Everything else is denied.
 */
const granted = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
])

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, response, details) =>
    response(isGranted(permission, details.requestingUrl, 'mediaTypes' in details ? details.mediaTypes : [])),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType = 'unknown' }) =>
    isGranted(permission, origin, [mediaType]),
  )
  session.setDevicePermissionHandler(() => false)
}

/**
 * Reports whether a page receives a permission.
 * @param media the requested devices: camera ('video'), microphone ('audio'), or both
 */
export function isGranted(permission: string, requestingUrl: string, media: readonly string[] = []): boolean {
  const isAllowed = granted.has(permission) || (permission === 'media' && media.join() === 'video')
  return isAllowed && isOwnPage(requestingUrl)
}
