import type { Session } from 'electron'
import { isOwnPage } from './navigation-guard.ts'

/**
 * What our own pages need: to copy a link, and to reach an API on this machine or in the local network. Neither camera,
 * location, notification prompt nor device.
 */
const granted = new Set([
  'clipboard-sanitized-write',
  'local-network',
  'local-network-access',
  'loopback-network',
])

/** Whatever else a page asks for is refused. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin))
  session.setDevicePermissionHandler(() => false)
}

export function isGranted(permission: string, requestingUrl: string): boolean {
  return granted.has(permission) && isOwnPage(requestingUrl)
}
