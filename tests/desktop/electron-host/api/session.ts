import type { ClearStorageDataOptions, Session as ElectronSession } from 'electron'
import { EventEmitter } from 'node:events'
import { getCdp } from '../host.ts'
import { parseOrigin, toWire } from '../scheme.ts'
import { createStrictProxy, makeClassStrict } from '../strict.ts'
import { WebRequest } from './web-request.ts'

type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean

/** Permissions, each with Electron's name, Chromium's name, and a media type if there is one. */
const permissions = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['media', 'camera', 'video'],
  ['media', 'microphone', 'audio'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['storage-access', 'storage-access'],
] as const

class Session extends EventEmitter {
  readonly webRequest = new WebRequest()
  readonly #origins = new Set<string>()
  #onRequest: RequestHandler | null = null
  #onCheck: CheckHandler | null = null

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#onRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#onCheck = handler
  }

  /** Does nothing. There is no device to choose here. */
  setDevicePermissionHandler(_handler: Parameters<ElectronSession['setDevicePermissionHandler']>[0]): void {}

  /** Deletes the storage of one origin or, by default, of all origins opened in this run. */
  async clearStorageData({ origin, storages }: ClearStorageDataOptions = {}): Promise<void> {
    const origins = origin === undefined ? [...this.#origins] : [parseOrigin(toWire(origin))]
    const storageTypes = storages?.join(',') ?? 'all'
    for (const origin of origins) {
      await getCdp().browser.send('Storage.clearDataForOrigin', { origin, storageTypes })
    }
  }

  /**
   * Sets an origin's permissions before its page loads. The protocol has no event for a permission prompt.
   * The app's handlers therefore decide about each permission in advance, and their decisions become
   * Chromium's settings for the origin.
   */
  static async open(session: Session, contents: unknown, wireOrigin: string, url: string): Promise<void> {
    if (session.#origins.has(wireOrigin)) return
    session.#origins.add(wireOrigin)
    for (const [permission, name, medium] of permissions) {
      const media = medium && { mediaType: medium, mediaTypes: [medium] }
      const details = { requestingUrl: url, isMainFrame: true, ...media }
      const isChecked = session.#onCheck?.(contents, permission, parseOrigin(url), details) ?? true
      const isGranted = isChecked && (await session.#request(contents, permission, details))
      await getCdp().browser.send('Browser.setPermission', {
        permission: { name },
        setting: isGranted ? 'granted' : 'denied',
        origin: wireOrigin,
      })
    }
  }

  #request(contents: unknown, permission: string, details: object): Promise<boolean> {
    const handler = this.#onRequest
    if (handler === null) return Promise.resolve(true)
    return new Promise((resolve) => handler(contents, permission, resolve, details))
  }
}
makeClassStrict('session', Session)

export { Session }

export const session = createStrictProxy('the session module', { defaultSession: new Session() })
