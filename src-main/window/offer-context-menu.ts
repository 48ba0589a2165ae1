import { Menu, type BrowserWindow } from 'electron'
import { contextMenu, type ContextActions } from './context-menu.ts'

/** The system's own menu where somebody right-clicks in a field, on selected text or on a link; elsewhere there is none. */
export function offerContextMenu(
  window: BrowserWindow,
  actions: Pick<ContextActions, 'openPage' | 'copyLink'>,
): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, clicked) => {
    const correct = (word: string) => webContents.replaceMisspelling(word)
    const items = contextMenu(clicked, { ...actions, correct })
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}
