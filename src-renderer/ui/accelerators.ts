import { platform } from '../platform/current.ts'

const isMac = () => platform.console?.system === 'darwin'

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

/** Returns the accelerator in the system's own notation: `CmdOrCtrl+Shift+P` becomes Ctrl Shift P or ⇧⌘P. */
export function acceleratorLabel(accelerator: string, onMac = isMac()): string {
  const parts = accelerator.split('+')
  if (!onMac) return parts.map((part) => OTHERS[part] ?? part).join(' ')
  // Apple puts Command last among the modifiers.
  const modifiers = ['Alt', 'Shift', 'CmdOrCtrl'].filter((name) => parts.includes(name))
  return [...modifiers, parts.at(-1)!].map((part) => MAC[part] ?? part).join('')
}

/** The fields of a keyboard event that identify the key combination. */
export interface Stroke {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const KEYS: Record<string, string> = {
  left: 'arrowleft',
  right: 'arrowright',
  up: 'arrowup',
  down: 'arrowdown',
  space: ' ',
  plus: '+',
}

/** Reports whether the stroke matches the accelerator. */
export function isAccelerator(stroke: Stroke, accelerator: string, onMac = isMac()): boolean {
  const parts = accelerator.split('+')
  const named = parts.at(-1)!.toLowerCase()
  const hasCommand = onMac ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && !stroke.metaKey
  return (
    stroke.key.toLowerCase() === (KEYS[named] ?? named) &&
    stroke.altKey === parts.includes('Alt') &&
    stroke.shiftKey === parts.includes('Shift') &&
    (parts.includes('CmdOrCtrl') ? hasCommand : !stroke.ctrlKey && !stroke.metaKey)
  )
}
