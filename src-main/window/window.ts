import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { DESKTOP_FACTS_ARGUMENT, type DesktopFacts } from '../../contract/desktop/desktop-bridge.ts'
import { APP_ORIGIN } from './app-scheme.ts'
import { MIN_SIZE, placeNextTo, placeWindow, readWindowState, saveWindowState } from './window-state.ts'

interface WindowOptions {
  facts: DesktopFacts
  path: string
  /** The file that stores the window's size and position between runs. */
  stateFile: string
  /** The existing window next to which this one opens, or null if it is the only one. */
  neighbor: BrowserWindow | null
  /** True if the window stays hidden in the tray until the user opens it. */
  isHidden: boolean
}

/** Opens a console window, which becomes visible once its content is ready to show. */
export function openWindow({ facts, path, stateFile, neighbor, isHidden }: WindowOptions): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const left = neighbor === null ? readWindowState(stateFile) : placeNextTo(neighbor.getNormalBounds())
  const { bounds, isMaximized } = placeWindow(left, areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Kerblight',
    show: false,
    // This color matches the page's own background (tokens.css). It shows until the first paint, and in
    // unpainted areas while the window grows.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0b1113' : '#f5f7f7',
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Except on macOS, the dictionary is downloaded once from Chromium's server. The checked text never
      // leaves this machine.
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

/** Saves the window's size and position to the file, for the next start. */
export function rememberWindow(window: BrowserWindow, stateFile: string): void {
  saveWindowState(stateFile, window.getNormalBounds(), window.isMaximized())
}

/** Brings the window to the front, even if it is minimized or hidden. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Returns the platform as one of the three that the console distinguishes. */
export function knownPlatform(platform: NodeJS.Platform): DesktopFacts['platform'] {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux'
}
