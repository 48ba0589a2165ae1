import { setPlatform } from './current.ts'
import { webPlatform } from './web.ts'

setPlatform(webPlatform)

/**
 * Selects the platform before anything else starts. In a console, it loads the console's implementation,
 * which modules then get by importing `platform`.
 */
export async function choosePlatform(): Promise<void> {
  if (window.desktop === undefined) return
  const { createDesktopPlatform } = await import('./desktop.ts')
  setPlatform(createDesktopPlatform(window.desktop))
}
