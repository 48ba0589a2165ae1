import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { DESKTOP_FACTS_ARGUMENT, type DesktopFacts } from '../../contract/desktop/desktop-bridge.ts'
import { APP_ORIGIN } from './app-scheme.ts'
import {
  MIN_WINDOW_SIZE,
  placeNextTo,
  placeWindow,
  readWindowState,
  saveWindowState,
} from './window-state.ts'

interface WindowOptions {
  facts: DesktopFacts
  path: string
  stateFile: string
  /** Null if this is the only window. */
  neighbor: BrowserWindow | null
  /** True if the window starts in the tray. */
  isHidden: boolean
}

export function openWindow({ facts, path, stateFile, neighbor, isHidden }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const left = neighbor === null ? readWindowState(stateFile) : placeNextTo(neighbor.getNormalBounds())
  const { bounds, isMaximized } = placeWindow(left, areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_WINDOW_SIZE.width,
    minHeight: MIN_WINDOW_SIZE.height,
    title: 'Kerblight',
    show: false,
    // The page's background color, for the time before the first paint and while the window grows.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0b1113' : '#f5f7f7',
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // On Windows and Linux, Chromium downloads the dictionary once. Checked text never leaves this machine.
      spellcheck: true,
      additionalArguments: [DESKTOP_FACTS_ARGUMENT + encodeURIComponent(JSON.stringify(facts))],
    },
  })
  window.once('ready-to-show', () => {
    if (isHidden) return
    if (isMaximized) window.maximize()
    window.show()
  })
  window.on('close', () => rememberWindow(window, stateFile))
  void window.loadURL(APP_ORIGIN + path)
  return window
}

export function rememberWindow(window: BrowserWindow, stateFile: string): void {
  saveWindowState(stateFile, window.getNormalBounds(), window.isMaximized())
}

/** Also restores a minimized or hidden window. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export function toKnownPlatform(platform: NodeJS.Platform): DesktopFacts['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
