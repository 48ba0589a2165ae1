import { dialog, type BrowserWindow } from 'electron'
import { focusWindow } from './window.ts'

/** Asks before a page with unsaved input unloads; browsers ask on their own, and Electron does not. */
export function confirmDiscardingInput(window: BrowserWindow, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (!window.isVisible()) focusWindow(window)
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'You have unsaved changes. Leave anyway?',
      detail: 'If you leave, your changes are lost.',
      buttons: ['Keep editing', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    })
    // `preventDefault` means leaving the page anyway.
    if (choice === 1) event.preventDefault()
    else onStay()
  })
}

/**
 * Unloads the page, with the prompt about unsaved input.
 * @returns false if the user stays
 */
export function leavePage(window: BrowserWindow): Promise<boolean> {
  return window.loadURL('about:blank').then(
    () => true,
    () => false,
  )
}
