import type { Log } from './log-file.ts'

export interface Updater {
  state: () => string
  check: () => Promise<string>
}

/** A build of `npm run dist` that updates itself, or the reason why it does not. */
export type UpdateBuild = 'updating' | 'unsigned' | 'without-address'

interface UpdaterOptions {
  isPackaged: boolean
  build: UpdateBuild
  onReady: (version: string) => void
  log: Log
}

const EVERY_MS = 6 * 3600_000

const disabledReason: Record<Exclude<UpdateBuild, 'updating'>, string> = {
  unsigned: 'this build isn’t signed',
  'without-address': 'this build has no update URL',
}

/**
 * Returns the kind of updates that this build supports.
 * @param variable set only by `npm run dist`, at build time
 */
export function readUpdateBuild(variable: unknown): UpdateBuild {
  return variable === 'updating' || variable === 'without-address' ? variable : 'unsigned'
}

/**
 * Downloads newer versions, and installs them when the console quits. Other builds do not load the updater's
 * code.
 */
export function startUpdater({ isPackaged, build, onReady, log }: UpdaterOptions): Updater {
  const off = !isPackaged
    ? 'this is a development build'
    : build === 'updating'
      ? null
      : disabledReason[build]
  if (off !== null) {
    const state = `off: ${off}`
    return { state: () => state, check: async () => `Updates are ${state}.` }
  }
  let state = 'on'
  let isListening = false

  async function check(): Promise<string> {
    try {
      const { autoUpdater } = (await import('electron-updater')).default
      if (!isListening) {
        isListening = true
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
