import type { Platform } from './platform.ts'

/** The host that this page runs in. `choose-platform.ts` sets it before any module uses it. */
export let platform: Platform

export function setPlatform(host: Platform): void {
  platform = host
}
