import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { isOwnPage, pathOf } from './navigation-guard.ts'

export interface ContextActions {
  openPage: (path: string) => void
  /** Copies the web's address of a page of ours. */
  copyLink: (path: string) => void
  /** Puts a word in place of one that the system finds misspelled. */
  correct: (word: string) => void
}

type Clicked = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'
>

/** What there is to choose where somebody has clicked; nothing on an empty place of the page. */
export function contextMenu(clicked: Clicked, actions: ContextActions): MenuItemConstructorOptions[] {
  const groups = [linkItems(clicked, actions), wordItems(clicked, actions), textItems(clicked)]
  const shown = groups.filter((items) => items.length > 0)
  return shown.flatMap((items, index) => (index === 0 ? items : [{ type: 'separator' }, ...items]))
}

function linkItems(
  { linkURL }: Clicked,
  { openPage, copyLink }: ContextActions,
): MenuItemConstructorOptions[] {
  if (!isOwnPage(linkURL)) return []
  const path = pathOf(linkURL)
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
