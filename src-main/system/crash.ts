import { app, crashReporter, dialog, type BrowserWindow, type WebContents } from 'electron'
import type { Log } from './log-file.ts'

/**
 * Logs uncaught errors without ending the program. Continuing is safe, because the program's data is on the
 * server.
 */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log(`uncaught: ${error.stack ?? error.message}`))
  process.on('unhandledRejection', (reason) => {
    log(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  })
  app.on('child-process-gone', (_event, { type, reason }) => log(`${type} process gone: ${reason}`))
}

/** Stores crash dumps only on this computer. The app must not be ready yet. */
export function keepCrashDumps(): void {
  crashReporter.start({ uploadToServer: false })
}

/** Reports the error and exits, because without a window no one can use the program. */
export function failToStart(error: unknown, log: Log): void {
  log(`start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  dialog.showErrorBox('Kerblight can’t start', 'Reinstall it and try again. The log file has the details.')
  app.exit(1)
}

/** Offers to reload a page that crashed or does not respond. */
export function offerReload(window: BrowserWindow, log: Log): void {
  const contents: WebContents = window.webContents
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log(`page gone: ${reason}`)
    void ask(
      window,
      'The page has stopped working',
      'Anything you saved is safe. Reload the page to continue.',
    ).then((isReload) => (isReload ? contents.reload() : app.quit()))
  })
  window.on('unresponsive', () => {
    log('page unresponsive')
    void ask(window, 'The page isn’t responding', 'Wait a moment, or reload it.', 'Wait').then((isReload) => {
      if (isReload && !contents.isDestroyed()) contents.reload()
    })
  })
}

async function ask(window: BrowserWindow, message: string, detail: string, other = 'Quit'): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message,
    detail,
    buttons: ['Reload', other],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}
