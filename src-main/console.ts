import { release } from 'node:os'
import { app, dialog, net, safeStorage, session, type BrowserWindow } from 'electron'
import { isAfterPage, isMainCommand, nobody, type CommandId } from '../contract/desktop/commands.ts'
import type { Notice } from '../contract/desktop/desktop-channels.ts'
import {
  watchedFilePath,
  type WatchedFile,
  type WatchedFolder as WatchedFolderState,
} from '../contract/desktop/watched-folder.ts'
import { createCalls } from './calls.ts'
import { createConsoleState, type ConsoleState } from './console-state.ts'
import { createExternalLinks, type ExternalLinks } from './links/external-links.ts'
import { signInWithGoogle } from './session/google-sign-in.ts'
import { createOfflineCache } from './session/offline-cache.ts'
import { createWatchedFolderStore } from './session/watched-folder-store.ts'
import { createWatchedFolder, type WatchedFolder } from './session/watched-folder.ts'
import { createSecretStores, type SecretStores } from './session/secret-stores.ts'
import { createBadge, type Badge } from './system/badge.ts'
import { offerReload } from './system/crash.ts'
import { describeConsole } from './system/diagnostics.ts'
import { files } from './system/files.ts'
import { findUntrustedWriters } from './system/untrusted-writers.ts'
import type { Log } from './system/log-file.ts'
import { showNotice } from './system/notifications.ts'
import { findLoginItem, isStartedByLogin } from './system/login-item.ts'
import { createPreferences } from './system/preferences.ts'
import { readKnownConfig, saveConfig } from './system/known-config.ts'
import { chooseApiOrigin, saveApiOrigin, type ApiChoice } from './system/settings.ts'
import { readUpdateBuild, startUpdater, type Updater } from './system/updater.ts'
import { createAppMenu, type AppMenu } from './window/app-menu.ts'
import { createSavedFiles, type SavedFiles } from './window/downloads.ts'
import type { CallHandlers } from './window/ipc.ts'
import { offerContextMenu, popUpRowMenu } from './window/offer-context-menu.ts'
import { createMainCommands } from './window/main-commands.ts'
import { savePdf } from './window/printing.ts'
import { createTray, type ConsoleTray } from './window/tray.ts'
import { confirmDiscardingInput, leavePage } from './window/unsaved-work.ts'
import { focusWindow, toKnownPlatform, openWindow, rememberWindow } from './window/window.ts'

export interface Console {
  consoleState: ConsoleState
  calls: CallHandlers
  externalLinks: ExternalLinks
  savedFiles: SavedFiles
  watchedFolder: WatchedFolder
  /** Shows the tray icon if the user has enabled it. Electron must be ready. */
  showTray: () => void
}

const fetch = (url: string, init?: RequestInit) => net.fetch(url, init)

/**
 * Connects the console's modules.
 * @param choice the server to start with
 */
export function createConsole(log: Log, choice: ApiChoice): Console {
  const badge = createBadge(process.platform)
  const secrets = createSecretStores({ folder: files.secrets, encryption: safeStorage, log })
  const tray = createTray({ open: () => consoleState.show(null), isNew: () => preferences.isTrayNew() })
  const preferences = createPreferences({
    file: files.preferences,
    loginItem: findLoginItem(process.platform, app.isPackaged),
    showTray: tray.set,
  })
  const menu = createAppMenu({ platform: process.platform, run: runCommand })
  const consoleState = openConsoleState({ choice, menu, badge, tray, secrets, log, offerMenu })
  const externalLinks = createExternalLinks(consoleState.connection, log)
  const updater = startUpdater({
    isPackaged: app.isPackaged,
    build: readUpdateBuild(import.meta.env.MAIN_VITE_UPDATES),
    onReady: (version) => consoleState.windows.notifyAll('update:ready', { version }),
    log,
  })
  const describe = () => describeParts(consoleState, menu, secrets, updater)
  const commands = createMainCommands({
    window: consoleState.windows.current,
    log,
    savePdf: savePage,
    logFolder: files.logs,
    openNewWindow: consoleState.openNewWindow,
    chooseServer: consoleState.chooseServer,
    describe,
    checkForUpdates: updater.check,
  })
  const watchedFolder = createWatchedFolder({
    connection: consoleState.connection,
    entries: createWatchedFolderStore(files.watchedFolders),
    fetch,
    onChange: (state) => consoleState.windows.notifyAll('folder:changed', state),
    onNeedsYou: (file) => notifyUser(toNotice(file)),
    log,
  })
  const savedFiles = createSavedFiles((page, file) =>
    consoleState.windows.eventsOf(page)?.send('file:saved', file),
  )
  const links = {
    openPage: consoleState.openNewWindow,
    copyLink: (path: string) => void externalLinks.copyWeb(path),
  }
  const calls = createCalls({
    consoleState,
    commands,
    signInWithGoogle: (config, signal) =>
      signInWithGoogle({ config, fetch, signal, openBrowser: externalLinks.openSignIn }),
    openExternal: externalLinks.openWeb,
    setViewer: menu.setViewer,
    showNotice: notifyUser,
    showRowMenu: (menu, choose) => popUpRowMenu(menu, { ...links, choose }),
    savePdf: async (name) => {
      const window = consoleState.windows.current()
      return { isSaved: window !== null && (await savePage(window, name)) }
    },
    preferences,
    watchedFolder: { ...watchedFolder, choose: () => chooseFolder(consoleState, watchedFolder) },
    savedFiles,
    describe,
  })

  return {
    consoleState,
    calls,
    externalLinks,
    savedFiles,
    watchedFolder,
    showTray: () => tray.set(preferences.read().staysInTray),
  }

  async function savePage(window: BrowserWindow, name: string): Promise<boolean> {
    const path = await savePdf(window, name, log)
    if (path !== null) savedFiles.add(window.webContents, path)
    return path !== null
  }

  function notifyUser(notice: Notice): void {
    const window = consoleState.windows.current()
    if (window !== null) badge.add(window)
    showNotice(notice, consoleState.show)
  }

  function offerMenu(window: BrowserWindow): void {
    offerContextMenu(window, links)
  }

  function runCommand(id: CommandId): void {
    if (isMainCommand(id) && !isAfterPage(id)) commands[id]()
    else consoleState.windows.send('command:chosen', id)
  }
}

async function chooseFolder(consoleState: ConsoleState, watched: WatchedFolder): Promise<WatchedFolderState> {
  const window = consoleState.windows.current()
  if (window === null) return watched.read()
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Watch a folder for files of cars',
    buttonLabel: 'Watch',
    properties: ['openDirectory'],
  })
  const [folder] = filePaths
  return canceled || folder === undefined ? watched.read() : watched.watch(folder)
}

function toNotice(file: WatchedFile): Notice {
  const { fileName, text } = file
  const path = watchedFilePath(file)
  return { kind: 'message', title: `${fileName} needs you`.slice(0, 120), body: text.slice(0, 300), path }
}

interface DeskParts {
  choice: ApiChoice
  menu: AppMenu
  badge: Badge
  tray: ConsoleTray
  secrets: SecretStores
  offerMenu: (window: BrowserWindow) => void
  log: Log
}

function openConsoleState({ choice, menu, badge, tray, secrets, offerMenu, log }: DeskParts): ConsoleState {
  let isFirst = true
  return createConsoleState({
    facts: { appVersion: app.getVersion(), platform: toKnownPlatform(process.platform) },
    choice,
    save: (apiOrigin) => saveApiOrigin(files.settings, apiOrigin),
    fetch,
    openStore: (apiOrigin) => secrets.open(apiOrigin, 'session'),
    openOfflineCache: (apiOrigin) =>
      createOfflineCache({
        apiOrigin,
        folder: files.offlineResponses,
        store: secrets.open(apiOrigin, 'answers'),
        log,
      }),
    readKnownConfig: (apiOrigin) => readKnownConfig(files.server, apiOrigin),
    saveConfig: (apiOrigin, config) => saveConfig(files.server, apiOrigin, config),
    openWindow(facts, path, neighbor) {
      if (neighbor === null) menu.setViewer(nobody)
      const isHidden = isFirst && tray.isOn() && isStartedByLogin(process.platform)
      isFirst = false
      const window = openWindow({ facts, path, stateFile: files.window, neighbor, isHidden })
      offerReload(window, log)
      tray.keep(window)
      confirmDiscardingInput(window, tray.cancelQuit)
      badge.watch(window)
      offerMenu(window)
      return window
    },
    focusWindow,
    showWindowLimit: (window, limit) =>
      dialog.showMessageBox(window, {
        type: 'info',
        message: `Kerblight opens at most ${limit} windows`,
        detail: 'Close one that you no longer need, then try again.',
      }),
    leavePage,
    rememberWindow: (window) => rememberWindow(window, files.window),
    clearPageStorage: () => session.defaultSession.clearStorageData(),
    log,
  })
}

export async function chooseServer(log: Log): Promise<ApiChoice> {
  const choice = await chooseApiOrigin({
    policyFile: files.policy,
    findUntrustedWriter: findUntrustedWriters(process.platform),
    environment: process.env,
    userFile: files.settings,
  })
  if (choice.notice !== null) log(`policy: ${choice.notice}`)
  return choice
}

function describeParts(
  consoleState: ConsoleState,
  menu: AppMenu,
  secrets: SecretStores,
  updater: Updater,
): string {
  const connection = consoleState.connection()
  return describeConsole({
    appVersion: app.getVersion(),
    versions: process.versions,
    system: `${process.platform} ${process.arch} ${release()}`,
    choice: consoleState.choice(),
    config: connection?.config() ?? null,
    isReached: connection?.isReached() ?? false,
    secretsIn: secrets.place(),
    viewer: menu.viewer(),
    isRemembered: connection?.session.isRemembered() ?? null,
    lastResponseAt: connection?.lastResponseAt() ?? null,
    updates: updater.state(),
  })
}
