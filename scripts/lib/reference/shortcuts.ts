import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands, type Command, type CommandGroup } from '../../../contract/desktop/commands.ts'
import { formatAccelerator } from '../../../contract/desktop/format-accelerator.ts'
import { rowCommands, type RowCommand } from '../../../contract/desktop/row-commands.ts'
import type { PageAccess } from '../../../contract/pages.ts'
import { root } from '../root.ts'
import { code, table } from './markdown.ts'
import { writePage } from './write-page.ts'

const menus: Record<CommandGroup, string> = { file: 'File', view: 'View', go: 'Go', help: 'Help' }

const users: Record<PageAccess, string> = {
  anyone: 'Anyone',
  user: 'Signed-in users',
  'seller-or-admin': 'Sellers and admins',
  admin: 'Admins',
}

/** Labels of the number pad keys, by their names in Electron's notation. */
const numberPad: Record<string, string> = { numadd: 'Num +', numsub: 'Num -', num0: 'Num 0' }

export function shortcutsPage(): Promise<string> {
  const all: Command[] = Object.values(commands)
  const [undo, leavePage, columns] = readOtherShortcuts()
  return writePage({
    title: 'Keyboard shortcuts',
    intro: [
      'This page lists the keyboard shortcuts of the desktop console.',
      'In the console, **Help > Keyboard shortcuts** shows the ones that you can use.',
    ],
    body: [
      '## Everywhere',
      table(
        ['Command', 'Menu', 'Windows and Linux', 'macOS', 'Available to'],
        all.flatMap(({ label, group, accelerator, alsoBy = [], access }) =>
          accelerator ? [[label, menus[group], ...labels([accelerator, ...alsoBy]), users[access]]] : [],
        ),
      ),
      'Two more shortcuts work on every page and have no menu item.',
      table(['Command', 'Windows and Linux', 'macOS'], [undo!, leavePage!].map(toCommandRow)),
      '## In a list',
      table(
        ['Command', 'Windows and Linux', 'macOS'],
        [...Object.values(rowCommands), columns!].map(toCommandRow),
      ),
    ],
  })
}

function toCommandRow({ label, keys }: RowCommand): string[] {
  return [label, ...labels(keys)]
}

/** Returns the key labels for Windows and Linux, followed by the labels for macOS. */
function labels(accelerators: readonly string[]): string[] {
  return [false, true].map((onMac) =>
    accelerators
      .map((accelerator) => formatAccelerator(accelerator, onMac).replace(/num\w+/, (key) => numberPad[key]!))
      .map(code)
      .join(', '),
  )
}

/**
 * Reads the shortcuts that are not commands and that only the shortcuts screen lists: undo, leaving a page,
 * and the column headings.
 * @throws Error unless the screen lists exactly these three
 */
function readOtherShortcuts(): RowCommand[] {
  const folder = join(root, 'src-renderer/app/console')
  const screen = readFileSync(join(folder, 'Shortcuts.tsx'), 'utf8')
  const constants = screen + readFileSync(join(folder, 'use-leave-page.ts'), 'utf8')
  const valueOf = (text: string) => {
    if (text.startsWith("'")) return text.slice(1, -1)
    const start = constants.indexOf(`const ${text} = '`) + `const ${text} = '`.length
    return constants.slice(start, constants.indexOf("'", start))
  }
  const shortcuts = [...screen.matchAll(/describeKey\('([^']{1,60})', ([^)]{1,60})\),\n/g)].map(
    ([, label, keys]) => ({
      label: label!,
      keys: keys!.split(', ').map(valueOf) as [string, ...string[]],
    }),
  )
  if (shortcuts.length !== 3) throw new Error('Shortcuts.tsx lists other shortcuts than this script expects.')
  return shortcuts
}
