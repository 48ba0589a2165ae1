import { setPlatform } from './current.ts'
import { webPlatform } from './web.ts'

setPlatform(webPlatform)

/**
 * Selects the platform before anything else starts. Only a console loads the console's
 * implementation.
 */
export async function choosePlatform(): Promise<void> {
  if (window.desktop === undefined) return
  const { createDesktopPlatform } = await import('./desktop.ts')
  setPlatform(createDesktopPlatform(window.desktop))
}
