import { expect, it, vi } from 'vitest'
import { rowMenuIds } from '../../contract/desktop/row-commands.ts'
import { buildContextMenu, buildRowMenu } from '../../src-main/window/context-menu.ts'

// Electron is not installed on every machine, so the module is replaced.
vi.mock('electron', () => ({ Menu: {} }))

const actions = { openPage: () => undefined, copyLink: () => undefined, correct: () => undefined }
const editFlags = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: false,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
}
const nowhere = {
  dictionarySuggestions: [] as string[],
  editFlags,
  isEditable: false,
  linkURL: '',
  selectionText: '',
}

/** Returns the menu entries, with a mark on disabled ones. */
const menuOf = (clicked: Partial<typeof nowhere>) =>
  buildContextMenu({ ...nowhere, ...clicked }, actions).map(
    ({ label, role, type, enabled = true }) => `${label ?? role ?? type}${enabled ? '' : ' (off)'}`,
  )

it('the menu does not open on an empty area of the page', () => {
  expect(menuOf({})).toEqual([])
  expect(menuOf({ selectionText: ' \n' })).toEqual([])
})

it('the menu copies selected text', () => {
  expect(menuOf({ selectionText: 'VIN' })).toEqual(['copy'])
})

it('the menu offers the possible edits of a field after the system’s spelling suggestions', () => {
  const edit = ['undo', 'redo (off)', 'separator', 'cut', 'copy', 'paste (off)', 'selectAll']
  expect(menuOf({ isEditable: true, selectionText: 'VIN' })).toEqual(edit)
  expect(menuOf({ isEditable: true, dictionarySuggestions: ['leather'] })).toEqual([
    'leather',
    'separator',
    ...edit,
  ])
})

it('the menu offers links to our pages in a new window, but no links to other sites', () => {
  expect(menuOf({ linkURL: 'app://kerblight/cars/Tesla', selectionText: 'Tesla' })).toEqual([
    'Open in new window',
    'Copy link',
    'separator',
    'copy',
  ])
  expect(menuOf({ linkURL: 'https://evil.example/cars/Tesla' })).toEqual([])
})

it('a row menu runs the chosen command and shows its shortcut without registering it', () => {
  const chosen: string[] = []
  const items = buildRowMenu(
    { commands: [...rowMenuIds], link: null },
    { ...actions, choose: (id) => void chosen.push(id) },
  )
  expect(items.map(({ id }) => id)).toEqual(rowMenuIds)
  for (const { accelerator, registerAccelerator, click } of items) {
    expect(accelerator).toBeDefined()
    expect(registerAccelerator).toBe(false)
    ;(click as () => void)()
  }
  expect(chosen).toEqual(rowMenuIds)
})
