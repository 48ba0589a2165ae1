import type { PublicRead } from '../../contract/prerender.ts'
import type { Platform } from './platform.ts'

let read: PublicRead = () => Promise.reject(new Error('Nothing to read from yet'))

export function readFrom(source: PublicRead): void {
  read = source
}

/**
 * The platform for prerendering on the server: a browser without a session or interaction. The
 * bundle of `prerender.tsx` uses it instead of `current.ts`.
 */
export const platform: Pick<Platform, 'can' | 'density' | 'fetch'> = {
  can: { checkout: true, popupSignIn: true, print: true },
  density: 'comfortable',
  fetch: (url) => read(url),
}
