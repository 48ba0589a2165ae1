import { app, BrowserWindow } from 'electron'

/** False when the console runs already; that one then hears of this start. */
export function isFirstInstance(): boolean {
  return app.requestSingleInstanceLock()
}

/** A second start brings the first one's window to the front. */
export function focusOnSecondStart(): void {
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}
