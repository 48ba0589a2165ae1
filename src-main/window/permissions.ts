import type { Session } from 'electron'
import { isOwnPage } from './navigation-guard.ts'

/**
 * What our own pages need: to copy a link, and to reach an API on this machine or in the local network. Besides, the
 * camera's picture, which reads bar codes; no sound, location, notification prompt nor device.
 */
const granted = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Whatever else a page asks for is refused. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isGranted(permission, details.requestingUrl, 'mediaTypes' in details ? details.mediaTypes : [])),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType = 'unknown' }) =>
    isGranted(permission, origin, [mediaType]),
  )
  session.setDevicePermissionHandler(() => false)
}

/** @param media which of camera ('video') and microphone ('audio') a request for `media` is about */
export function isGranted(permission: string, requestingUrl: string, media: readonly string[] = []): boolean {
  const isAsked = granted.has(permission) || (permission === 'media' && media.join() === 'video')
  return isAsked && isOwnPage(requestingUrl)
}
