import { setPlatform } from './current.ts'
import { webPlatform } from './web.ts'

setPlatform(webPlatform)

/** Before anything else at start: a console loads its part, and what imports `platform` finds that in place. */
export async function choosePlatform(): Promise<void> {
  if (window.desktop === undefined) return
  const { createDesktopPlatform } = await import('./desktop.ts')
  setPlatform(createDesktopPlatform(window.desktop))
}
