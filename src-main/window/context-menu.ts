import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { RowMenu } from '../../contract/desktop/desktop-channels.ts'
import { rowCommands, type RowCommandId } from '../../contract/desktop/row-commands.ts'
import { isOwnPage, getPagePath } from './navigation-guard.ts'

export interface LinkActions {
  openPage: (path: string) => void
  copyLink: (path: string) => void
}

export interface RowActions extends LinkActions {
  choose: (id: RowCommandId) => void
}

export interface ContextActions extends LinkActions {
  correct: (word: string) => void
}

type Clicked = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'
>

/** Builds the menu of an element. It is empty for an empty area of the page. */
export function buildContextMenu(clicked: Clicked, actions: ContextActions): MenuItemConstructorOptions[] {
  const path = isOwnPage(clicked.linkURL) ? getPagePath(clicked.linkURL) : null
  return separated([linkItems(path, actions), wordItems(clicked, actions), textItems(clicked)])
}

/** Builds a row's menu, with the keys of the commands. */
export function buildRowMenu({ commands, link }: RowMenu, actions: RowActions): MenuItemConstructorOptions[] {
  const rowItems = commands.map((id): MenuItemConstructorOptions => {
    const { label, keys } = rowCommands[id]
    // The page handles this key; the menu only displays it.
    return { id, label, accelerator: keys[0], registerAccelerator: false, click: () => actions.choose(id) }
  })
  return separated([rowItems, linkItems(link, actions)])
}

function separated(groups: MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  const shown = groups.filter((items) => items.length > 0)
  return shown.flatMap((items, index) => (index === 0 ? items : [{ type: 'separator' }, ...items]))
}

function linkItems(path: string | null, { openPage, copyLink }: LinkActions): MenuItemConstructorOptions[] {
  if (path === null) return []
  return [
    { id: 'openInNewWindow', label: 'Open in new window', click: () => openPage(path) },
    { id: 'copyLink', label: 'Copy link', click: () => copyLink(path) },
  ]
}

function wordItems(
  { dictionarySuggestions }: Clicked,
  { correct }: ContextActions,
): MenuItemConstructorOptions[] {
  return dictionarySuggestions.map((word) => ({ label: word, click: () => correct(word) }))
}

function textItems({ isEditable, selectionText, editFlags }: Clicked): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }]
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}
