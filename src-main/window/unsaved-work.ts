import { dialog, type BrowserWindow } from 'electron'
import { focusWindow } from './window.ts'

/**
 * A page with unsaved input holds on to its window. Browsers ask then; Electron leaves that to us.
 * @param onStay told where somebody stays
 */
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
    // Here it means: leave all the same.
    if (choice === 1) event.preventDefault()
    else onStay()
  })
}

/** Empties the window, as going to another page does. False where somebody stays with what they have typed. */
export function leavePage(window: BrowserWindow): Promise<boolean> {
  return window.loadURL('about:blank').then(
    () => true,
    () => false,
  )
}
