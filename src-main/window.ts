import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { DESKTOP_BRIDGE_ARGUMENT, type DesktopBridge } from '../contract/desktop-bridge.ts'
import { APP_ORIGIN } from './app-scheme.ts'

/** Opens the console at its dashboard, shown once there is something to see. */
export function openWindow(apiOrigin: string): void {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
    show: false,
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      additionalArguments: [DESKTOP_BRIDGE_ARGUMENT + encodeURIComponent(JSON.stringify(bridge(apiOrigin)))],
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${APP_ORIGIN}/dashboard/overview`)
}

function bridge(apiOrigin: string): DesktopBridge {
  return { appVersion: app.getVersion(), platform: knownPlatform(process.platform), apiOrigin }
}

/** Electron runs on these three only. */
function knownPlatform(platform: NodeJS.Platform): DesktopBridge['platform'] {
  if (platform === 'darwin' || platform === 'win32') return platform
  return 'linux'
}
