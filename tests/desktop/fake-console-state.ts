import type { BrowserWindow } from 'electron'
import type { DesktopFacts } from '../../contract/desktop/desktop-bridge.ts'
import { createConsoleState, type ConsoleState } from '../../src-main/console-state.ts'
import type { ApiChoice } from '../../src-main/system/settings.ts'

type ConsoleStateOptions = Parameters<typeof createConsoleState>[0]

/** A console state without a screen, and the arguments that opened its windows. */
export interface FakeConsoleState {
  consoleState: ConsoleState
  opened: { facts: DesktopFacts; path: string }[]
  /** Returns how often a window's page was reloaded. */
  reloads: () => number
}

const nobody: ApiChoice = { origin: null, from: null, problem: null, notice: null }

/**
 * Creates the console's state without Electron.
 * @param choice the Kerblight server that the console starts with; unless `fetch` responds otherwise, there
 * is no server at its URL
 */
export function createFakeConsoleState(
  choice: Partial<ApiChoice>,
  fetch?: ConsoleStateOptions['fetch'],
): FakeConsoleState {
  const opened: FakeConsoleState['opened'] = []
  let reloads = 0
  const consoleState = createConsoleState({
    facts: { appVersion: '0.1.0', platform: 'win32' },
    choice: { ...nobody, ...choice },
    save: () => undefined,
    fetch: fetch ?? (async () => Response.json({ hello: 1 })),
    openStore: () => ({ read: async () => null, write: async () => undefined, clear: async () => undefined }),
    openOfflineCache: () => ({
      keep: async () => undefined,
      find: async () => null,
      keepInput: async () => undefined,
      findInput: async () => null,
      clear: async () => undefined,
    }),
    readKnownConfig: () => null,
    saveConfig: () => undefined,
    openWindow(facts, path) {
      opened.push({ facts, path })
      const nothing = () => undefined
      const webContents = { on: nothing, reload: () => reloads++ }
      return { webContents, on: nothing, once: nothing, destroy: nothing } as unknown as BrowserWindow
    },
    focusWindow: () => undefined,
    showWindowLimit: () => Promise.resolve(),
    leavePage: async () => true,
    rememberWindow: () => undefined,
    clearPageStorage: async () => undefined,
    log: () => undefined,
  })
  return { consoleState, opened, reloads: () => reloads }
}
