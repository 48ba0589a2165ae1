import { Menu, type BrowserWindow } from 'electron'
import type { RowMenu } from '../../contract/desktop/desktop-channels.ts'
import { contextMenu, rowMenu, type LinkActions, type RowActions } from './context-menu.ts'

/** The system's own menu where somebody right-clicks in a field, on selected text or on a link; elsewhere there is none. */
export function offerContextMenu(window: BrowserWindow, actions: LinkActions): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, clicked) => {
    const correct = (word: string) => webContents.replaceMisspelling(word)
    const items = contextMenu(clicked, { ...actions, correct })
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

/** The same for a row of a list, whose page says what can be done to it. */
export function popUpRowMenu(row: RowMenu, actions: RowActions): void {
  Menu.buildFromTemplate(rowMenu(row, actions)).popup()
}
