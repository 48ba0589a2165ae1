import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { DESKTOP_FACTS_ARGUMENT, type DesktopFacts } from '../../contract/desktop/desktop-bridge.ts'
import { APP_ORIGIN } from './app-scheme.ts'
import { MIN_SIZE, placeNextTo, placeWindow, readWindowState, saveWindowState } from './window-state.ts'

interface WindowOptions {
  facts: DesktopFacts
  /** The page to start with. */
  path: string
  /** Remembers size and place from one start to the next. */
  stateFile: string
  /** The window that it stands next to; null where it is the only one. */
  beside: BrowserWindow | null
  /** It waits in the tray for somebody to open it. */
  isHidden: boolean
}

/** Opens the console's window, shown once there is something to see. */
export function openWindow({ facts, path, stateFile, beside, isHidden }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const left = beside === null ? readWindowState(stateFile) : placeNextTo(beside.getNormalBounds())
  const { bounds, isMaximized } = placeWindow(left, areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Kerblight',
    show: false,
    // Until the page has painted, and where it has not yet while the window is made larger: the page's own (tokens.css).
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0b1113' : '#f5f7f7',
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Elsewhere than on macOS its dictionary comes once from Chromium's host; what is checked stays here.
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

/** Where it is goes into the file, for the window after it. */
export function rememberWindow(window: BrowserWindow, stateFile: string): void {
  saveWindowState(stateFile, window.getNormalBounds(), window.isMaximized())
}

/** Brings the window to the front, wherever it was. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Electron runs on these three only. */
export function knownPlatform(platform: NodeJS.Platform): DesktopFacts['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
