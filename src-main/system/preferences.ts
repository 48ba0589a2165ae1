import * as z from 'zod'
import type { ConsolePreferences } from '../../contract/desktop/desktop-channels.ts'
import { readJson, writeJson } from './json-file.ts'
import type { LoginItem } from './login-item.ts'

const stored = z.object({
  staysInTray: z.boolean().default(false),
  /** True once the user knows that the console continues without a window. */
  isTrayKnown: z.boolean().default(false),
})

interface PreferencesOptions {
  file: string
  /** Null if the console cannot start with the computer. */
  loginItem: LoginItem | null
  showTray: (isOn: boolean) => void
}

export interface Preferences {
  read: () => ConsolePreferences
  save: (change: Partial<ConsolePreferences>) => ConsolePreferences
  /** True for the first call on this computer. */
  isTrayNew: () => boolean
}

export function createPreferences({ file, loginItem, showTray }: PreferencesOptions): Preferences {
  const readStored = () => readJson(file, stored) ?? stored.parse({})
  const keep = (change: Partial<z.output<typeof stored>>) => writeJson(file, { ...readStored(), ...change })
  const read = () => ({ staysInTray: readStored().staysInTray, startsAtLogin: loginItem?.isOn() ?? null })

  return {
    read,
    save({ staysInTray, startsAtLogin }) {
      if (staysInTray !== undefined) {
        keep({ staysInTray })
        showTray(staysInTray)
      }
      if (typeof startsAtLogin === 'boolean') loginItem?.set(startsAtLogin)
      return read()
    },
    isTrayNew() {
      const isNew = !readStored().isTrayKnown
      if (isNew) keep({ isTrayKnown: true })
      return isNew
    },
  }
}
