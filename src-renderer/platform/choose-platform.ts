import { setPlatform } from './current.ts'
import { webPlatform } from './web.ts'

setPlatform(webPlatform)

/**
 * Selects the platform before anything else starts. A console loads its implementation, and modules that
 * import `platform` find it in place.
 */
export async function choosePlatform(): Promise<void> {
  if (window.desktop === undefined) return
  const { createDesktopPlatform } = await import('./desktop.ts')
  setPlatform(createDesktopPlatform(window.desktop))
}
