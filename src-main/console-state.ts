import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserWindow } from 'electron'
import type { PublicConfig } from '../contract/config.ts'
import type { DesktopFacts } from '../contract/desktop/desktop-bridge.ts'
import { pages } from '../contract/pages.ts'
import { describeInvalidAddress, parseApiOrigin } from './system/api-origin.ts'
import { createConnection, type Connection } from './session/connection.ts'
import { contentSecurityPolicy } from './window/content-security-policy.ts'
import { createOpenWindows, type OpenWindows } from './window/open-windows.ts'
import type { OfflineCache } from './session/offline-cache.ts'
import type { CredentialStore } from './session/secret-stores.ts'
import type { Log } from './system/log-file.ts'
import type { Fetch } from './session/json-response.ts'
import { queryServer, type ServerConfigResult } from './session/server-config.ts'
import type { ApiChoice } from './system/settings.ts'

const START_PAGE = pages.overview.path
/** Maximum time in milliseconds before the window opens, even if the server has not responded. */
const START_TIMEOUT_MS = 2_500
/**
 * The start timeout in milliseconds while the server's settings are unknown. It is longer because a page that opens
 * without settings must be reloaded once they arrive.
 */
const FIRST_START_TIMEOUT_MS = 8_000
const RETRY_MS = 5_000
const MAX_WINDOWS = 8
const POLICY = 'Your administrator’s policy'
const VARIABLE = 'The variable KERBLIGHT_API_ORIGIN'
export const NOT_CONNECTED = 'The console isn’t connected to a Kerblight server yet.'

interface ConsoleStateOptions {
  facts: Pick<DesktopFacts, 'appVersion' | 'platform'>
  choice: ApiChoice
  save: (apiOrigin: string) => void
  fetch: Fetch
  openStore: (apiOrigin: string) => CredentialStore
  openOfflineCache: (apiOrigin: string) => OfflineCache
  /** Returns the server's last settings, or null if none are stored. */
  readKnownConfig: (apiOrigin: string) => PublicConfig | null
  saveConfig: (apiOrigin: string, config: PublicConfig) => void
  /**
   * Opens a window.
   * @param beside the window that the new one opens next to; null if no other window is open
   */
  openWindow: (facts: DesktopFacts, path: string, beside: BrowserWindow | null) => BrowserWindow
  focusWindow: (window: BrowserWindow) => void
  /** Shows that no more windows can be opened, and resolves once the message is closed. */
  showWindowLimit: (window: BrowserWindow, limit: number) => Promise<unknown>
  /** Leaves the window's page. Resolves to false if unsaved input keeps it open. */
  leavePage: (window: BrowserWindow) => Promise<boolean>
  rememberWindow: (window: BrowserWindow) => void
  /** Clears what pages of the previous server stored. */
  clearPageStorage: () => Promise<void>
  log: Log
}

export interface ConsoleState {
  /** Opens the window at the page requested by then, or the setup screen if no usable server is set. */
  start: (firstPath: () => string | null) => Promise<void>
  /** Brings the most recently used window to the front, at the given page. */
  show: (path: string | null) => void
  /** Opens a page in an additional window, up to `MAX_WINDOWS`. */
  openNewWindow: (path: string) => void
  /** Shows only the setup screen. Does nothing if unsaved input keeps a window open. */
  chooseServer: () => Promise<void>
  cancelChoice: () => void
  /**
   * Connects to the server at a URL if it is a usable Kerblight: saves the URL, ends the session, and reopens
   * the window.
   */
  connect: (address: string) => Promise<{ ok: true } | { ok: false; message: string }>
  choice: () => ApiChoice
  connection: () => Connection | null
  windows: Pick<OpenWindows, 'current' | 'eventsOf' | 'send' | 'notifyAll'>
  contentSecurityPolicy: () => string
}

export function createConsoleState(options: ConsoleStateOptions): ConsoleState {
  let { choice } = options
  let isLimitShown = false
  /** The reason why the server cannot be used. */
  let { problem } = choice
  let connection: Connection | null = null
  let settingsArrived = new AbortController()
  const windows = createOpenWindows()
  let isChoosing = false

  /** Replaces all windows. The new one opens first, because the app would exit without a window. */
  function openWindow(path: string): void {
    const before = windows.all()
    if (before[0] !== undefined) options.rememberWindow(before[0])
    windows.add(options.openWindow(facts(), path, null))
    for (const window of before) window.destroy()
  }

  /** Closes all windows except the current one. Resolves to false if unsaved input keeps one open. */
  async function closeOtherWindows(): Promise<boolean> {
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
    const { fetch, log, openStore, openOfflineCache, saveConfig } = options
    const arrived = (settingsArrived = new AbortController())
    connection = createConnection({
      apiOrigin,
      config,
      store: openStore(apiOrigin),
      offlineResponses: openOfflineCache(apiOrigin),
      fetch,
      onExpired: () => windows.notifyAll('session:expired', null),
      onConfig(given) {
        saveConfig(apiOrigin, given)
        arrived.abort()
      },
      log,
    })
    return connection
  }

  /**
   * Reloads pages that loaded without settings, because their policy blocks photos. This happens before the
   * user has entered anything.
   */
  async function followConfig(known: Connection): Promise<void> {
    const { signal } = settingsArrived
    while (known.config() === null) {
      await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (windows.current() === null || connection !== known) return
      if (signal.aborted) break
      const configResult = await known.requestConfig()
      if ('problem' in configResult && configResult.isUnusable) return
    }
    if (connection !== known || isSetup()) return
    for (const { webContents } of windows.all()) webContents.reload()
  }

  /** Requests a server's settings, and applies those of the current server. */
  function requestSettings(apiOrigin: string): Promise<ServerConfigResult> {
    return connection?.apiOrigin === apiOrigin
      ? connection.requestConfig()
      : queryServer(options.fetch, apiOrigin)
  }

  /**
   * Disconnects from the server. The variable is cleared first, so that no new work starts on the connection.
   */
  async function leave(): Promise<void> {
    const before = connection
    connection = null
    if (before === null) return
    await before.leave()
    await options.clearPageStorage().catch((error: unknown) => options.log(`storage: ${String(error)}`))
  }

  /** Shows the window limit once at a time, because a page may request many windows in a row. */
  function showWindowLimit(window: BrowserWindow | null) {
    if (window === null || isLimitShown) return
    isLimitShown = true
    void options.showWindowLimit(window, MAX_WINDOWS).finally(() => (isLimitShown = false))
  }

  return {
    async start(firstPath) {
      // The window's policy needs the photo hosts from the settings.
      if (choice.origin !== null) {
        const known = use(choice.origin, options.readKnownConfig(choice.origin))
        const isFirst = known.config() === null
        const configResult = await known.requestConfig(isFirst ? FIRST_START_TIMEOUT_MS : START_TIMEOUT_MS)
        if ('problem' in configResult && configResult.isUnusable) problem = configResult.problem
        else if (known.config() === null) void followConfig(known)
      }
      openWindow(firstPath() ?? START_PAGE)
    },

    show(path) {
      const window = windows.current()
      if (window === null) return
      options.focusWindow(window)
      if (path !== null) windows.send('path:open', path)
    },

    openNewWindow(path) {
      if (isSetup()) return
      const window = windows.current()
      if (windows.all().length >= MAX_WINDOWS) {
        showWindowLimit(window)
        return
      }
      windows.add(options.openWindow(facts(), path, window))
    },

    async chooseServer() {
      const window = windows.current()
      if (isSetup() || window === null) return
      if (!(await closeOtherWindows()) || !(await options.leavePage(window))) return
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
      // If a policy or a variable sets the server, the user can only retry its URL.
      if (isLocked() && apiOrigin !== choice.origin) {
        return { ok: false, message: `${choice.from === 'policy' ? POLICY : VARIABLE} sets the address.` }
      }
      if (apiOrigin === null) return { ok: false, message: describeInvalidAddress(address.trim()) }
      const configResult = await requestSettings(apiOrigin)
      if ('problem' in configResult) return { ok: false, message: configResult.problem }

      if (!isLocked()) {
        options.save(apiOrigin)
        choice = { ...choice, origin: apiOrigin, from: 'user', problem: null }
      }
      if (connection?.apiOrigin !== apiOrigin) {
        await leave()
        use(apiOrigin, configResult.config)
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
