export interface RowCommand {
  label: string
  /** The keys, in Electron's notation. Menus show the first. */
  keys: readonly [string, ...string[]]
  /** True if the key only moves between rows or closes something. It is then absent from the row menu. */
  isWay?: boolean
}

/** Every key of the console's lists, in the order of the row menu and the help. */
export const rowCommands = {
  move: {
    label: 'Move through the rows',
    keys: ['Down', 'Up', 'PageDown', 'PageUp', 'Home', 'End'],
    isWay: true,
  },
  range: {
    label: 'Select a range',
    keys: ['Shift+Down', 'Shift+Up', 'Shift+PageDown', 'Shift+PageUp', 'Shift+Home', 'Shift+End'],
    isWay: true,
  },
  open: { label: 'Open details', keys: ['Enter'] },
  edit: { label: 'Edit', keys: ['E'] },
  price: { label: 'Change the price', keys: ['P'] },
  listing: { label: 'Unlist or list again', keys: ['U'] },
  actions: { label: 'More actions…', keys: ['M'] },
  toggle: { label: 'Select or clear', keys: ['Space'] },
  takeAll: { label: 'Select all rows', keys: ['CmdOrCtrl+A'] },
  nextError: { label: 'Go to the next error', keys: ['F'] },
  delete: { label: 'Delete', keys: ['Delete'] },
  leave: { label: 'Close details, clear the selection, or clear the search', keys: ['Escape'], isWay: true },
} as const satisfies Record<string, RowCommand>

export type RowCommandId = keyof typeof rowCommands

export const rowCommandIds = Object.keys(rowCommands) as RowCommandId[]

export const rowMenuIds = rowCommandIds.filter((id) => {
  const command: RowCommand = rowCommands[id]
  return command.isWay !== true
})
