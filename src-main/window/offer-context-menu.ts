import { Menu, type BrowserWindow } from 'electron'
import type { RowMenu } from '../../contract/desktop/desktop-channels.ts'
import { buildContextMenu, buildRowMenu, type LinkActions, type RowActions } from './context-menu.ts'

/** Shows a menu for fields, selected text, and links. */
export function offerContextMenu(window: BrowserWindow, actions: LinkActions): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, clicked) => {
    const correct = (word: string) => webContents.replaceMisspelling(word)
    const items = buildContextMenu(clicked, { ...actions, correct })
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

/** Shows a row's menu with commands from the page. */
export function popUpRowMenu(row: RowMenu, actions: RowActions): void {
  Menu.buildFromTemplate(buildRowMenu(row, actions)).popup()
}
