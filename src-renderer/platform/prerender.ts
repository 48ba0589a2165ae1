import type { PublicRead } from '../../contract/prerender.ts'
import type { Platform } from './platform.ts'

let read: PublicRead = () => Promise.reject(new Error('Nothing to read from yet'))

export function readFrom(source: PublicRead): void {
  read = source
}

/**
 * The platform of the server that prerenders a page: a browser without a session that can't do anything yet.
 * The bundle of `prerender.tsx` uses it instead of `current.ts`.
 */
export const platform: Pick<Platform, 'can' | 'density' | 'fetch'> = {
  can: { checkout: true, popupSignIn: true, print: true },
  density: 'comfortable',
  fetch: (address) => read(address),
}
