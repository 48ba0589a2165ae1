import { formatAccelerator } from '../../contract/desktop/format-accelerator.ts'
import { platform } from '../platform/current.ts'

const isMac = () => platform.console?.system === 'darwin'

export function getAcceleratorLabel(accelerator: string, onMac = isMac()): string {
  return formatAccelerator(accelerator, onMac)
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

export function isAccelerator(stroke: Stroke, accelerator: string, onMac = isMac()): boolean {
  const keyNames = accelerator.split('+')
  const keyName = keyNames.at(-1)!.toLowerCase()
  const hasCommand = onMac ? stroke.metaKey && !stroke.ctrlKey : stroke.ctrlKey && !stroke.metaKey
  return (
    stroke.key.toLowerCase() === (KEYS[keyName] ?? keyName) &&
    stroke.altKey === keyNames.includes('Alt') &&
    stroke.shiftKey === keyNames.includes('Shift') &&
    (keyNames.includes('CmdOrCtrl') ? hasCommand : !stroke.ctrlKey && !stroke.metaKey)
  )
}
