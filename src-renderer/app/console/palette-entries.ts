import {
  commandIds,
  commands,
  canRun,
  type Command,
  type CommandId,
  type Viewer,
} from '../../../contract/desktop/commands.ts'
import { getAcceleratorLabel } from '../../ui/accelerators.ts'

export interface PaletteEntry {
  id: string
  label: string
  /** Secondary text, such as a price or an email address. */
  detail?: string | undefined
  shortcut?: string
  goal: { command: CommandId } | { path: string }
}

export interface PaletteGroup {
  value: string
  items: PaletteEntry[]
}

/** Returns the viewer's commands as palette entries, except the one that opens the palette. */
export function listCommandEntries(viewer: Viewer): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const entries = { pages: [] as PaletteEntry[], actions: [] as PaletteEntry[] }
  for (const id of commandIds) {
    if (id === 'openPalette' || !canRun(id, viewer)) continue
    const command: Command = commands[id]
    const entry: PaletteEntry = {
      id: `command:${id}`,
      label: command.label,
      ...(command.accelerator !== undefined && { shortcut: getAcceleratorLabel(command.accelerator) }),
      goal: { command: id },
    }
    entries['page' in command ? 'pages' : 'actions'].push(entry)
  }
  return entries
}

/**
 * Returns the entries that contain all search terms. Labels that start with the first term come
 * first, then labels in which a later word starts with it.
 */
export function findMatchingEntries<Entry extends Pick<PaletteEntry, 'label' | 'detail'>>(
  entries: readonly Entry[],
  text: string,
): Entry[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return [...entries]
  return entries
    .filter(({ label, detail }) => {
      const searchableText = `${label} ${detail ?? ''}`.toLowerCase()
      return terms.every((term) => searchableText.includes(term))
    })
    .toSorted((a, b) => rankEntry(a.label, terms[0]!) - rankEntry(b.label, terms[0]!))
}

export function dropEmptyGroups(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

function rankEntry(label: string, term: string): number {
  const text = label.toLowerCase()
  if (text.startsWith(term)) return 0
  return text.includes(` ${term}`) ? 1 : 2
}
