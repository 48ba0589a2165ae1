import { describe, expect, it } from 'vitest'
import { nobody } from '../../contract/desktop/commands.ts'
import { getAcceleratorLabel, isAccelerator } from '../../src-renderer/ui/accelerators.ts'
import {
  listCommandEntries,
  dropEmptyGroups,
  findMatchingEntries,
} from '../../src-renderer/app/console/palette-entries.ts'

const buyer = { isSignedIn: true, isAdmin: false, isSeller: false }
const labels = (viewer: typeof buyer) => {
  const { pages, actions } = listCommandEntries(viewer)
  return [...pages, ...actions].map(({ label }) => label)
}

describe('the palette', () => {
  it('offers the commands that the viewer may use, except its own', () => {
    expect(labels(nobody)).toEqual(expect.arrayContaining(['Search cars', 'Toggle dark mode', 'Print…']))
    expect(labels(nobody)).not.toContain('Sign out')
    expect(labels(buyer)).toContain('Sign out')
    expect(labels(buyer)).not.toContain('Add new car')
    expect(labels({ ...buyer, isSeller: true })).toContain('Add new car')
    expect(labels({ ...buyer, isSeller: true })).not.toContain('Audit log')
    expect(labels({ ...buyer, isAdmin: true })).toContain('Audit log')
    expect(labels({ ...buyer, isAdmin: true })).not.toContain('Find a page, record, or command…')
  })

  it('shows the keys of a command', () => {
    const { pages } = listCommandEntries({ ...buyer, isSeller: true })
    expect(pages.find(({ label }) => label === 'Add new car')?.shortcut).toBe('Ctrl N')
  })

  it('finds all words in label or detail, and lists labels that begin with the words first', () => {
    const entries = [
      { label: 'Print a car sheet' },
      { label: 'My cars' },
      { label: 'Scar' },
      { label: 'Cars of', detail: 'dealer@kerblight.test' },
    ]
    const matchingLabels = (text: string) => findMatchingEntries(entries, text).map(({ label }) => label)
    expect(matchingLabels('CAR')).toEqual(['Cars of', 'Print a car sheet', 'My cars', 'Scar'])
    expect(matchingLabels('cars dealer@')).toEqual(['Cars of'])
    expect(matchingLabels('  ')).toHaveLength(4)
    expect(matchingLabels('van')).toEqual([])
  })

  it('leaves out empty groups', () => {
    const group = { value: 'Pages', items: [{ id: 'a', label: 'A', goal: { path: '/' } }] }
    expect(dropEmptyGroups([{ value: 'Recent', items: [] }, group])).toEqual([group])
  })
})

describe('an accelerator', () => {
  const stroke = (key: string, modifiers = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...modifiers,
  })

  it('is displayed in the system’s notation', () => {
    expect(getAcceleratorLabel('CmdOrCtrl+Shift+P', false)).toBe('Ctrl Shift P')
    expect(getAcceleratorLabel('CmdOrCtrl+Shift+P', true)).toBe('⇧⌘P')
    expect(getAcceleratorLabel('Alt+Left', true)).toBe('⌥←')
  })

  it('is triggered only by its own keys', () => {
    expect(isAccelerator(stroke('k', { ctrlKey: true }), 'CmdOrCtrl+K', false)).toBe(true)
    expect(isAccelerator(stroke('K', { ctrlKey: true, shiftKey: true }), 'CmdOrCtrl+K', false)).toBe(false)
    expect(isAccelerator(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', false)).toBe(false)
    expect(isAccelerator(stroke('k', { metaKey: true }), 'CmdOrCtrl+K', true)).toBe(true)
    expect(isAccelerator(stroke('ArrowLeft', { altKey: true }), 'Alt+Left', false)).toBe(true)
    expect(isAccelerator(stroke('k'), 'CmdOrCtrl+K', false)).toBe(false)
  })
})
