import { join } from 'node:path'
import { app, BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import { files } from '../system/files.ts'
import { showNotification } from '../system/notifications.ts'

interface TrayOptions {
  /** Brings a window to the front. */
  open: () => void
  /** Whether it has yet to be said that a console without a window goes on. */
  isNew: () => boolean
}

/** The icon that stands for a console without a window. */
export interface ConsoleTray {
  /** Shows it, or takes it away. */
  set: (isOn: boolean) => void
  isOn: () => boolean
  /** Closing that window hides it while the icon is there, unless another window can be seen. */
  keep: (window: BrowserWindow) => void
  /** Somebody has stayed with unsaved input: the console does not end after all. */
  stay: () => void
}

export function createTray({ open, isNew }: TrayOptions): ConsoleTray {
  let tray: Tray | null = null
  let isQuitting = false
  app.on('before-quit', () => {
    isQuitting = true
  })
  // A click on the program in the Dock.
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
    stay() {
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

/** The file of the icon; macOS colors a template image for its menu bar. */
export function trayIcon(platform: NodeJS.Platform): string {
  return join(files.renderer, 'art', 'icons', platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')
}

function showIcon(open: () => void): Tray {
  const tray = new Tray(nativeImage.createFromPath(trayIcon(process.platform)))
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
