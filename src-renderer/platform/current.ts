import type { Platform } from './platform.ts'

/** The host this page runs in. `choose-platform.ts` sets it, before anything asks for it. */
export let platform: Platform

export function setPlatform(host: Platform): void {
  platform = host
}
