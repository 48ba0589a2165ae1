import { join } from 'node:path'
import { app, BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import { files } from '../system/files.ts'
import { showNotification } from '../system/notifications.ts'

interface TrayOptions {
  open: () => void
  /** True once per computer, to notify the user that the console is still running. */
  isNew: () => boolean
}

export interface ConsoleTray {
  set: (isOn: boolean) => void
  isOn: () => boolean
  /** While the icon is shown, hides the last window instead of closing it. */
  keep: (window: BrowserWindow) => void
  /** Cancels quitting if unsaved input keeps a page open. */
  cancelQuit: () => void
}

export function createTray({ open, isNew }: TrayOptions): ConsoleTray {
  let tray: Tray | null = null
  let isQuitting = false
  app.on('before-quit', () => {
    isQuitting = true
  })
  // Clicking the Dock icon emits this event.
  app.on('activate', open)

  return {
    set(isOn) {
      if (!isOn) tray?.destroy()
      tray = isOn ? (tray ?? showIcon(open)) : null
    },
    isOn: () => tray !== null,
    keep(window) {
      window.on('close', (event) => {
        if (tray === null || isQuitting || !isLastVisible(window)) return
        event.preventDefault()
        window.hide()
        if (isNew()) showNotification(STILL_RUNNING, open)
      })
    },
    cancelQuit() {
      isQuitting = false
    },
  }
}

const STILL_RUNNING = {
  title: 'Kerblight is still running',
  body: 'Notifications keep coming. To quit, use the icon in the tray.',
}

function isLastVisible(window: BrowserWindow): boolean {
  return BrowserWindow.getAllWindows().every((other) => other === window || !other.isVisible())
}

/** macOS tints a template image to match its menu bar. */
export function getTrayIcon(platform: NodeJS.Platform): string {
  return join(files.renderer, 'art', 'icons', platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')
}

function showIcon(open: () => void): Tray {
  const tray = new Tray(nativeImage.createFromPath(getTrayIcon(process.platform)))
  tray.setToolTip('Kerblight')
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { id: 'open', label: 'Open Kerblight', click: open },
      { type: 'separator' },
      { id: 'quit', label: 'Quit Kerblight', click: () => app.quit() },
    ]),
  )
  tray.on('click', open)
  return tray
}
