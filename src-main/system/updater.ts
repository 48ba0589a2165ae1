import type { Log } from './log-file.ts'

export interface Updater {
  /** For diagnostics and the answer to 'Check for updates'. */
  state: () => string
  check: () => Promise<string>
}

interface UpdaterOptions {
  isPackaged: boolean
  /** Set at build time where the installers are signed: an update is only as trustworthy as its signature. */
  isSigned: boolean
  onReady: (version: string) => void
  log: Log
}

const EVERY_MS = 6 * 3600_000

/**
 * Fetches newer versions and installs them when the console is closed. Off in unsigned and development builds, where
 * its code is not even loaded.
 */
export function startUpdater({ isPackaged, isSigned, onReady, log }: UpdaterOptions): Updater {
  if (!isPackaged || !isSigned) {
    const state = isPackaged ? 'off: this build isn’t signed' : 'off: this is a development build'
    return { state: () => state, check: async () => `Updates are ${state}.` }
  }
  let state = 'on'
  let hears = false

  async function check(): Promise<string> {
    try {
      const { autoUpdater } = (await import('electron-updater')).default
      if (!hears) {
        hears = true
        autoUpdater.logger = null
        autoUpdater.on('error', (error) => log(`update: ${error.message}`))
        autoUpdater.on('update-downloaded', ({ version }) => {
          state = `${version} installs when the console is closed`
          onReady(version)
        })
      }
      const found = await autoUpdater.checkForUpdates()
      return found?.isUpdateAvailable
        ? `Version ${found.updateInfo.version} is downloading. It installs when you close the console.`
        : 'You have the latest version.'
    } catch (error) {
      log(`update: ${String(error)}`)
      return 'We can’t reach the update server.'
    }
  }

  void check()
  setInterval(() => void check(), EVERY_MS).unref()
  return { state: () => state, check }
}
