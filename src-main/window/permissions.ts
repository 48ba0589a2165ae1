import type { Session } from 'electron'
import { isOwnPage } from './navigation-guard.ts'

/**
 * The permissions granted to the console's own pages: copying to the clipboard, and connecting to an API on
 * this machine or in the local network. `isGranted` also allows the camera's video, to read bar codes. Audio,
 * location, notification prompts, and devices are denied.
 */
const granted = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Denies every permission that a page requests, except those that `isGranted` allows. */
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
 * Reports whether a permission is granted.
 * @param media the devices of a `media` request: camera ('video'), microphone ('audio'), or both
 */
export function isGranted(permission: string, requestingUrl: string, media: readonly string[] = []): boolean {
  const isAllowed = granted.has(permission) || (permission === 'media' && media.join() === 'video')
  return isAllowed && isOwnPage(requestingUrl)
}
