const KEY_LABELS: Record<string, string> = {
  Left: '←',
  Right: '→',
  Up: '↑',
  Down: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  Delete: 'Del',
  Plus: '+',
}
const MAC: Record<string, string> = { ...KEY_LABELS, CmdOrCtrl: '⌘', Shift: '⇧', Alt: '⌥' }
const OTHERS: Record<string, string> = { ...KEY_LABELS, CmdOrCtrl: 'Ctrl' }

/**
 * Formats a shortcut such as `CmdOrCtrl+Shift+P` in the style of the operating system: Ctrl Shift P, or ⇧⌘P
 * on macOS.
 */
export function formatAccelerator(accelerator: string, onMac: boolean): string {
  const parts = accelerator.split('+')
  if (!onMac) return parts.map((part) => OTHERS[part] ?? part).join(' ')
  // Apple lists Command last among the modifiers.
  const modifiers = ['Alt', 'Shift', 'CmdOrCtrl'].filter((name) => parts.includes(name))
  return [...modifiers, parts.at(-1)!].map((part) => MAC[part] ?? part).join('')
}
