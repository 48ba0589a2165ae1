import type { Platform } from './platform.ts'
import { webPlatform } from './web.ts'

/** The host this page runs in. */
export let platform: Platform = webPlatform

/** Before anything else at start: in a console its part is loaded, and what imports `platform` finds it in place. */
export async function choosePlatform(): Promise<void> {
  if (window.desktop === undefined) return
  const { createDesktopPlatform } = await import('./desktop.ts')
  platform = createDesktopPlatform(window.desktop)
}
