import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserWindow } from 'electron'
import type { PublicConfig } from '../contract/config.ts'
import type { DesktopFacts } from '../contract/desktop/desktop-bridge.ts'
import { pages } from '../contract/pages.ts'
import { badAddress, parseApiOrigin } from './system/api-origin.ts'
import { createConnection, type Connection } from './session/connection.ts'
import { contentSecurityPolicy } from './window/content-security-policy.ts'
import { createOpenWindows, type OpenWindows } from './window/open-windows.ts'
import type { OfflineCache } from './session/offline-cache.ts'
import type { CredentialStore } from './session/secret-stores.ts'
import type { Log } from './system/log-file.ts'
import type { Fetch } from './session/answer.ts'
import { queryServer, type ServerAnswer } from './session/server-config.ts'
import type { ApiChoice } from './system/settings.ts'

const START_PAGE = pages.overview.path
/** The console opens its window no later than this, server or no server. */
const START_TIMEOUT_MS = 2_500
/** Where the server never gave its settings yet: a page without them is loaded again once it has them. */
const FIRST_START_TIMEOUT_MS = 8_000
const RETRY_MS = 5_000
const MAX_WINDOWS = 8
const POLICY = 'Your administrator’s policy'
const VARIABLE = 'The variable KERBLIGHT_API_ORIGIN'
/** What the page is told when it asks for something that needs a Kerblight. */
export const NOT_CONNECTED = 'The console isn’t connected to a Kerblight server yet.'

interface ConsoleStateOptions {
  facts: Pick<DesktopFacts, 'appVersion' | 'platform'>
  choice: ApiChoice
  save: (apiOrigin: string) => void
  fetch: Fetch
  openStore: (apiOrigin: string) => CredentialStore
  openAnswers: (apiOrigin: string) => OfflineCache
  /** The settings that the server gave last; null where it never did. */
  readKnownConfig: (apiOrigin: string) => PublicConfig | null
  saveConfig: (apiOrigin: string, config: PublicConfig) => void
  /** @param beside the window that it stands next to; null where it is the only one */
  openWindow: (facts: DesktopFacts, path: string, beside: BrowserWindow | null) => BrowserWindow
  focusWindow: (window: BrowserWindow) => void
  /** Says that no more windows open, until that is read. */
  tellLimit: (window: BrowserWindow, limit: number) => Promise<unknown>
  /** False where the page is kept, because of unsaved input. */
  leavePage: (window: BrowserWindow) => Promise<boolean>
  rememberWindow: (window: BrowserWindow) => void
  /** What pages of the Kerblight before may have kept in their storage. */
  clearPageStorage: () => Promise<void>
  log: Log
}

/** The running console: which Kerblight it works with, and the windows that show it. */
export interface ConsoleState {
  /**
   * Opens the window: at the page that is asked for by then, or at the setup screen while there is no address or none to
   * work with.
   */
  start: (firstPath: () => string | null) => Promise<void>
  /** Brings the window that was looked at last to the front, and the page into it. */
  show: (path: string | null) => void
  /** Opens a page in one more window, until there are `MAX_WINDOWS`. */
  openBeside: (path: string) => void
  /** Shows the setup screen alone, to choose another Kerblight; unless somebody stays with unsaved input. */
  chooseServer: () => Promise<void>
  cancelChoice: () => void
  /** Tries an address. Where a Kerblight answers it is saved, the session before ends and the window is opened anew. */
  connect: (address: string) => Promise<{ ok: true } | { ok: false; message: string }>
  choice: () => ApiChoice
  connection: () => Connection | null
  windows: Pick<OpenWindows, 'current' | 'eventsOf' | 'tell' | 'notifyAll'>
  /** For what the windows show now. */
  contentSecurityPolicy: () => string
}

export function createConsoleState(options: ConsoleStateOptions): ConsoleState {
  let { choice } = options
  let isLimitTold = false
  /** Why the Kerblight of the choice cannot be worked with. */
  let { problem } = choice
  let connection: Connection | null = null
  let settingsCame = new AbortController()
  const windows = createOpenWindows()
  let isChoosing = false

  /** In place of those there are. It is there before they go: without any the program would end. */
  function openWindow(path: string): void {
    const before = windows.all()
    if (before[0] !== undefined) options.rememberWindow(before[0])
    windows.add(options.openWindow(facts(), path, null))
    for (const window of before) window.destroy()
  }

  /** Closes all but the current window. False where somebody stays in one with what they have typed. */
  async function closeOthers(): Promise<boolean> {
    for (const window of windows.all().slice(1)) {
      if (!(await options.leavePage(window))) return false
      window.destroy()
    }
    return true
  }

  function facts(): DesktopFacts {
    const setup = isSetup()
      ? {
          address: choice.origin ?? '',
          lockedBy: choice.from === 'user' ? null : choice.from,
          problem,
          notice: choice.notice,
          canCancel: isChoosing,
        }
      : null
    return { ...options.facts, apiOrigin: connection?.apiOrigin ?? '', setup }
  }

  function isSetup(): boolean {
    return isChoosing || connection === null || problem !== null
  }

  function isLocked(): boolean {
    return choice.from === 'policy' || choice.from === 'environment'
  }

  function use(apiOrigin: string, config: PublicConfig | null): Connection {
    const { fetch, log, openStore, openAnswers, saveConfig } = options
    const came = (settingsCame = new AbortController())
    connection = createConnection({
      apiOrigin,
      config,
      store: openStore(apiOrigin),
      answers: openAnswers(apiOrigin),
      fetch,
      onExpired: () => windows.notifyAll('session:expired', null),
      onConfig(given) {
        saveConfig(apiOrigin, given)
        came.abort()
      },
      log,
    })
    return connection
  }

  /**
   * A page that was loaded before the settings were known lets no picture through: it is loaded again, as soon as its own
   * question brings them, before somebody is at work in it.
   */
  async function followConfig(known: Connection): Promise<void> {
    const { signal } = settingsCame
    while (known.config() === null) {
      await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (windows.current() === null || connection !== known) return
      if (signal.aborted) break
      const answer = await known.askConfig()
      if ('problem' in answer && answer.isUnusable) return
    }
    if (connection !== known || isSetup()) return
    for (const { webContents } of windows.all()) webContents.reload()
  }

  /** What is known of the Kerblight at work is brought up to date on the way. */
  function ask(apiOrigin: string): Promise<ServerAnswer> {
    return connection?.apiOrigin === apiOrigin
      ? connection.askConfig()
      : queryServer(options.fetch, apiOrigin)
  }

  /** Ends what there was with the Kerblight before; nothing more begins there meanwhile. */
  async function leave(): Promise<void> {
    const before = connection
    connection = null
    if (before === null) return
    await before.leave()
    await options.clearPageStorage().catch((error: unknown) => options.log(`storage: ${String(error)}`))
  }

  /** One message at a time: a page may ask for many windows at once. */
  function tellLimit(window: BrowserWindow | null) {
    if (window === null || isLimitTold) return
    isLimitTold = true
    void options.tellLimit(window, MAX_WINDOWS).finally(() => (isLimitTold = false))
  }

  return {
    async start(firstPath) {
      // The settings name the hosts that the window's policy lets through, so they come first.
      if (choice.origin !== null) {
        const known = use(choice.origin, options.readKnownConfig(choice.origin))
        const isFirst = known.config() === null
        const answer = await known.askConfig(isFirst ? FIRST_START_TIMEOUT_MS : START_TIMEOUT_MS)
        if ('problem' in answer && answer.isUnusable) problem = answer.problem
        else if (known.config() === null) void followConfig(known)
      }
      openWindow(firstPath() ?? START_PAGE)
    },

    show(path) {
      const window = windows.current()
      if (window === null) return
      options.focusWindow(window)
      if (path !== null) windows.tell('path:open', path)
    },

    openBeside(path) {
      if (isSetup()) return
      const window = windows.current()
      if (windows.all().length >= MAX_WINDOWS) {
        tellLimit(window)
        return
      }
      windows.add(options.openWindow(facts(), path, window))
    },

    async chooseServer() {
      const window = windows.current()
      if (isSetup() || window === null) return
      if (!(await closeOthers()) || !(await options.leavePage(window))) return
      isChoosing = true
      openWindow('/')
    },

    cancelChoice() {
      if (!isChoosing) return
      isChoosing = false
      openWindow(START_PAGE)
    },

    async connect(address) {
      const apiOrigin = parseApiOrigin(address)
      // The address that is set may be tried again.
      if (isLocked() && apiOrigin !== choice.origin) {
        return { ok: false, message: `${choice.from === 'policy' ? POLICY : VARIABLE} sets the address.` }
      }
      if (apiOrigin === null) return { ok: false, message: badAddress(address.trim()) }
      const answer = await ask(apiOrigin)
      if ('problem' in answer) return { ok: false, message: answer.problem }

      if (!isLocked()) {
        options.save(apiOrigin)
        choice = { ...choice, origin: apiOrigin, from: 'user', problem: null }
      }
      if (connection?.apiOrigin !== apiOrigin) {
        await leave()
        use(apiOrigin, answer.config)
      }
      problem = null
      isChoosing = false
      openWindow(START_PAGE)
      return { ok: true }
    },

    choice: () => choice,
    connection: () => connection,
    windows,
    contentSecurityPolicy: () =>
      contentSecurityPolicy(isSetup() ? null : (connection?.apiOrigin ?? null), connection?.config() ?? null),
  }
}
