import { release } from 'node:os'
import { join } from 'node:path'
import { app, Menu, net, session } from 'electron'
import { isMainCommand, nobody, type CommandId, type Viewer } from '../contract/commands.ts'
import { declareAppScheme, serveRenderer } from './app-scheme.ts'
import { authorizeRequests } from './authorize-requests.ts'
import { createBadge } from './badge.ts'
import { createCalls } from './calls.ts'
import { failToStart, logUncaught, offerReload } from './crash.ts'
import { claimLinks, onLink, pathInArguments } from './deep-links.ts'
import { createDesk } from './desk.ts'
import { describeConsole } from './diagnostics.ts'
import { guardDownloads } from './downloads.ts'
import { createElsewhere } from './elsewhere.ts'
import { listAssets } from './find-asset.ts'
import { foreignHandsOn } from './foreign-hands.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { answerCalls } from './ipc.ts'
import { createKeytarStore } from './keytar-store.ts'
import { openLog } from './log-file.ts'
import { createMainCommands, describeProgram } from './main-commands.ts'
import { menuTemplate } from './menu.ts'
import { guardNavigation } from './navigation-guard.ts'
import { showNotice } from './notifications.ts'
import { denyPermissions } from './permissions.ts'
import { policyPath } from './policy-file.ts'
import { savePdf } from './printing.ts'
import { chooseApiOrigin, saveApiOrigin } from './settings.ts'
import { askBeforeLosingInput, leavePage } from './unsaved-work.ts'
import { startUpdater } from './updater.ts'
import { focusWindow, knownPlatform, openWindow, rememberWindow } from './window.ts'

const files = {
  logs: join(app.getPath('userData'), 'logs'),
  settings: join(app.getPath('userData'), 'settings.json'),
  window: join(app.getPath('userData'), 'window.json'),
  policy: policyPath(process.platform, process.env),
  renderer: join(import.meta.dirname, '..', 'renderer'),
}

if (app.requestSingleInstanceLock()) startConsole()
else app.quit()

function startConsole(): void {
  const log = openLog(files.logs)
  log(`start: ${app.getVersion()} on ${process.platform}`)
  logUncaught(log)
  app.enableSandbox()
  declareAppScheme()
  claimLinks()
  app.on('window-all-closed', () => app.quit())

  const choice = chooseApiOrigin({
    policyFile: files.policy,
    findForeignHand: foreignHandsOn(process.platform),
    environment: process.env,
    userFile: files.settings,
  })
  if (choice.notice !== null) log(`policy: ${choice.notice}`)

  const badge = createBadge(process.platform)
  const fetch = (url: string, init?: RequestInit) => net.fetch(url, init)
  const desk = createDesk({
    facts: { appVersion: app.getVersion(), platform: knownPlatform(process.platform) },
    choice,
    save: (apiOrigin) => saveApiOrigin(files.settings, apiOrigin),
    fetch,
    openStore: createKeytarStore,
    openWindow(facts, path) {
      setViewer(nobody)
      const window = openWindow({ facts, path, stateFile: files.window })
      offerReload(window, log)
      askBeforeLosingInput(window)
      badge.watch(window)
      return window
    },
    focusWindow,
    leavePage,
    rememberWindow: (window) => rememberWindow(window, files.window),
    clearPageStorage: () => session.defaultSession.clearStorageData(),
    log,
  })
  const elsewhere = createElsewhere(desk.connection, log)
  const updater = startUpdater({
    isPackaged: app.isPackaged,
    isSigned: import.meta.env.MAIN_VITE_SIGNED === 'yes',
    onReady: (version) => desk.events()?.send('update:ready', { version }),
    log,
  })
  const commands = createMainCommands({
    window: desk.window,
    log,
    logFolder: files.logs,
    chooseServer: desk.chooseServer,
    describe,
    checkForUpdates: updater.check,
  })
  const calls = createCalls({
    desk,
    commands,
    signInWithGoogle: (config, signal) =>
      signInWithGoogle({ config, fetch, signal, openBrowser: elsewhere.openSignIn }),
    openExternal: elsewhere.openWeb,
    setViewer,
    showNotice(notice) {
      const window = desk.window()
      if (window !== null) badge.add(window)
      showNotice(notice, desk.show)
    },
    savePdf: async (name) => {
      const window = desk.window()
      return window === null ? { isSaved: false } : savePdf(window, name, log)
    },
    describe,
  })

  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, elsewhere.openLink))
  let firstPath = pathInArguments(process.argv)
  onLink((path) => {
    if (desk.window() === null) firstPath = path ?? firstPath
    else desk.show(path)
  })

  // Not awaited: at an ES module's top level that would keep Electron from ever becoming ready.
  void app
    .whenReady()
    .then(async () => {
      denyPermissions(session.defaultSession)
      guardDownloads(session.defaultSession)
      authorizeRequests(session.defaultSession.webRequest, desk.connection)
      serveRenderer(listAssets(files.renderer), desk.contentSecurityPolicy)
      answerCalls(calls, desk.contents, log)
      describeProgram()
      await desk.start(firstPath)
    })
    .catch((error: unknown) => failToStart(error, log))

  let viewer = nobody
  function setViewer(next: Viewer): void {
    viewer = next
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate({ viewer, platform: process.platform, run: runCommand })),
    )
  }

  function runCommand(id: CommandId): void {
    if (isMainCommand(id)) commands[id]()
    else desk.events()?.send('command:chosen', id)
  }

  function describe(): string {
    const connection = desk.connection()
    return describeConsole({
      appVersion: app.getVersion(),
      versions: process.versions,
      system: `${process.platform} ${process.arch} ${release()}`,
      choice: desk.choice(),
      config: connection?.config() ?? null,
      viewer,
      isRemembered: connection?.session.isRemembered() ?? null,
      lastAnswer: connection?.lastAnswer() ?? null,
      updates: updater.state(),
    })
  }
}
