import type { PublicRead } from '../../contract/prerender.ts'
import type { Platform } from './platform.ts'

let read: PublicRead = () => Promise.reject(new Error('Nothing to read from yet'))

export function readFrom(source: PublicRead): void {
  read = source
}

/**
 * The server that prerenders a page: a stranger in a browser who can do nothing yet. The bundle of
 * `prerender.tsx` has it in place of `current.ts`.
 */
export const platform: Pick<Platform, 'can' | 'density' | 'fetch'> = {
  can: { checkout: true, popupSignIn: true, print: true },
  density: 'comfortable',
  fetch: (address) => read(address),
}
