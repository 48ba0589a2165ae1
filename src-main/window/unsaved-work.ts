import { dialog, type BrowserWindow } from 'electron'

/** A page with unsaved input holds on to its window. Browsers ask then; Electron leaves that to us. */
export function askBeforeLosingInput(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
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
  })
}

/** Empties the window, as going to another page does. False where somebody stays with what they have typed. */
export function leavePage(window: BrowserWindow): Promise<boolean> {
  return window.loadURL('about:blank').then(
    () => true,
    () => false,
  )
}
