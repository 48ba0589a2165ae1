import type { Platform } from './platform.ts'
import { webPlatform } from './web.ts'

/** The host this page runs in. */
export const platform: Platform = webPlatform
