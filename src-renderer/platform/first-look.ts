import type { PublicRead } from '../../contract/first-look.ts'
import type { Platform } from './platform.ts'

let read: PublicRead = () => Promise.reject(new Error('Nothing to read from yet'))

export function readFrom(source: PublicRead): void {
  read = source
}

/**
 * The server that makes a page's first look: a stranger in a browser who can do nothing yet. The bundle of
 * `first-look.tsx` has it in place of `current.ts`.
 */
export const platform: Pick<Platform, 'can' | 'density' | 'fetch'> = {
  can: { checkout: true, popupSignIn: true, print: true },
  density: 'comfortable',
  fetch: (address) => read(address),
}
