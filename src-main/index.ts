import { app, powerMonitor, session } from 'electron'
import { chooseServer, createConsole, type Console } from './console.ts'
import type { ConsoleState } from './console-state.ts'
import { claimLinks, followLinks } from './links/deep-links.ts'
import { authorizeRequests } from './session/authorize-requests.ts'
import { failToStart, keepCrashDumps, logUncaught } from './system/crash.ts'
import { files } from './system/files.ts'
import { openLog, type Log } from './system/log-file.ts'
import { findForbiddenSwitch } from './system/forbidden-switches.ts'
import { declareAppScheme, serveRenderer } from './window/app-scheme.ts'
import { listAssets } from './window/find-asset.ts'
import { registerIpcHandlers } from './window/ipc.ts'
import { describeProgram } from './window/main-commands.ts'
import { guardNavigation } from './window/navigation-guard.ts'
import { denyPermissions } from './window/permissions.ts'

const forbiddenSwitch = app.isPackaged ? findForbiddenSwitch((name) => app.commandLine.hasSwitch(name)) : null
if (forbiddenSwitch !== null) {
  console.error(`For security, Kerblight does not start with --${forbiddenSwitch}. Remove this option.`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) startConsole()
else app.quit()

function startConsole(): void {
  const log = openLog(files.logs)
  log(`start: ${app.getVersion()} on ${process.platform}`)
  logUncaught(log)
  keepCrashDumps()
  app.enableSandbox()
  declareAppScheme()
  claimLinks()
  app.on('window-all-closed', () => app.quit())
  let consoleState: ConsoleState | null = null
  const firstPath = followLinks({
    isOpen: () => consoleState !== null && consoleState.windows.current() !== null,
    show: (path) => consoleState?.show(path),
  })
  // A top-level await in an ES module would keep Electron from becoming ready.
  void chooseServer(log)
    .then((choice) => {
      const parts = createConsole(log, choice)
      consoleState = parts.consoleState
      return openConsole(parts, firstPath, log)
    })
    .catch((error: unknown) => failToStart(error, log))
}

async function openConsole(parts: Console, firstPath: () => string | null, log: Log): Promise<void> {
  const { consoleState, calls, externalLinks, savedFiles, showTray, watchedFolder } = parts
  app.on('web-contents-created', (_event, contents) =>
    guardNavigation(contents, { openPage: consoleState.openNewWindow, openExternal: externalLinks.openLink }),
  )
  await app.whenReady()
  denyPermissions(session.defaultSession)
  savedFiles.guard(session.defaultSession)
  authorizeRequests(session.defaultSession.webRequest, consoleState.connection)
  serveRenderer(listAssets(files.renderer), consoleState.contentSecurityPolicy)
  registerIpcHandlers(calls, (contents) => consoleState.windows.eventsOf(contents) !== null, log)
  describeProgram()
  showTray()
  powerMonitor.on('resume', () => {
    consoleState.windows.notifyAll('system:woke', null)
    void watchedFolder.look()
  })
  await consoleState.start(firstPath)
  watchedFolder.start()
}
