import {
  commandIds,
  commands,
  mayRun,
  type Command,
  type CommandId,
  type Viewer,
} from '../../../contract/desktop/commands.ts'
import { acceleratorLabel } from '../../ui/accelerators.ts'

/** One line of the palette. */
export interface PaletteEntry {
  /** The entry's ID, such as `command:addCar` or `car:<id>`. */
  id: string
  label: string
  /** Secondary text next to the label, such as a price or an email address. */
  detail?: string | undefined
  shortcut?: string
  goal: { command: CommandId } | { path: string }
}

export interface PaletteGroup {
  value: string
  items: PaletteEntry[]
}

/**
 * Returns the commands that the viewer may run as palette entries, except the command that opens the palette.
 */
export function commandEntries(viewer: Viewer): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const entries = { pages: [] as PaletteEntry[], actions: [] as PaletteEntry[] }
  for (const id of commandIds) {
    if (id === 'openPalette' || !mayRun(id, viewer)) continue
    const command: Command = commands[id]
    const entry: PaletteEntry = {
      id: `command:${id}`,
      label: command.label,
      ...(command.accelerator !== undefined && { shortcut: acceleratorLabel(command.accelerator) }),
      goal: { command: id },
    }
    entries['page' in command ? 'pages' : 'actions'].push(entry)
  }
  return entries
}

/**
 * Returns the entries that contain all search terms, best matches first. Labels that start with the first
 * term come first, then labels in which a later word starts with it.
 */
export function matching<Entry extends Pick<PaletteEntry, 'label' | 'detail'>>(
  entries: readonly Entry[],
  text: string,
): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries
    .filter(({ label, detail }) => {
      const all = `${label} ${detail ?? ''}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    .toSorted((a, b) => rankOf(a.label, words[0]!) - rankOf(b.label, words[0]!))
}

/** Returns the groups that are not empty. */
export function filled(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

function rankOf(label: string, word: string): number {
  const text = label.toLowerCase()
  if (text.startsWith(word)) return 0
  return text.includes(` ${word}`) ? 1 : 2
}
