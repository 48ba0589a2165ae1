import { app, clipboard, dialog, shell, type BrowserWindow } from 'electron'
import type { MainCommandId } from '../../contract/desktop/commands.ts'
import type { Log } from '../system/log-file.ts'
import { getPagePath } from './navigation-guard.ts'
import { printPage } from './printing.ts'

interface CommandTools {
  window: () => BrowserWindow | null
  log: Log
  savePdf: (window: BrowserWindow, name: string) => Promise<unknown>
  logFolder: string
  openNewWindow: (path: string) => void
  chooseServer: () => Promise<void>
  describe: () => string
  checkForUpdates: () => Promise<string>
}

const ZOOM_STEP = 0.5
const MAX_ZOOM = 4

/** Creates the handlers for the menu and the command palette. */
export function createMainCommands(tools: CommandTools): Record<MainCommandId, () => void> {
  const { window, log } = tools
  return {
    newWindow: withWindow(({ webContents }) => tools.openNewWindow(getPagePath(webContents.getURL()))),
    print: withWindow((window) => printPage(window, log)),
    savePdf: withWindow((window) => void tools.savePdf(window, pageName(window))),
    changeServer: () => void tools.chooseServer(),
    zoomIn: withWindow((window) => zoom(window, ZOOM_STEP)),
    zoomOut: withWindow((window) => zoom(window, -ZOOM_STEP)),
    actualSize: withWindow(({ webContents }) => webContents.setZoomLevel(0)),
    fullScreen: withWindow((window) => window.setFullScreen(!window.isFullScreen())),
    copyDiagnostics: withWindow(async (window) => {
      const text = tools.describe()
      await clipboard.writeText(text)
      await say(window, 'Diagnostics copied', text)
    }),
    showLogs: () => void shell.openPath(tools.logFolder),
    checkForUpdates: withWindow(async (window) => say(window, await tools.checkForUpdates())),
    about: () => app.showAboutPanel(),
  }

  function withWindow(run: (window: BrowserWindow) => void | Promise<void>): () => void {
    return () => {
      const shown = window()
      if (shown !== null)
        void Promise.resolve(run(shown)).catch((error: unknown) => log(`command: ${String(error)}`))
    }
  }
}

/** Sets the content of the About box, and the name that Windows shows on notifications. */
export function describeProgram(): void {
  app.setAppUserModelId('app.kerblight.console')
  app.setAboutPanelOptions({
    applicationName: 'Kerblight',
    applicationVersion: app.getVersion(),
    version: `Electron ${process.versions.electron ?? '?'}`,
    copyright: 'MIT license. Trademarks belong to their owners.',
  })
}

function zoom({ webContents }: BrowserWindow, step: number): void {
  const level = webContents.getZoomLevel() + step
  webContents.setZoomLevel(Math.max(-MAX_ZOOM, Math.min(MAX_ZOOM, level)))
}

/** Returns the page's name: 'My cars' for 'My cars · Kerblight'. */
function pageName({ webContents }: BrowserWindow): string {
  return webContents.getTitle().split(' · ')[0] ?? ''
}

async function say(window: BrowserWindow, message: string, detail?: string): Promise<void> {
  await dialog.showMessageBox(window, { type: 'info', message, ...(detail !== undefined && { detail }) })
}
