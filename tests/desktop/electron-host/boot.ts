/**
 * Entry point of the stand-in for the Electron program. This Node process is the main process, and Debian's
 * Chromium is the window. It runs the same bundles as Electron. docs/developers/security.md lists what it
 * cannot prove.
 */
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, becomeReady, isQuitting } from './api/app.ts'
import { launchChromium } from './chromium.ts'
import { readCommandLine } from './command-line.ts'
import { host } from './host.ts'
import { openInspector } from './inspector.ts'

const manifestFile = createRequire(import.meta.url).resolve('electron/package.json')
const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }
const commandLine = readCommandLine(process.argv.slice(2))
Object.assign(host, {
  appFolder: commandLine.appFolder,
  manifest: commandLine.manifest,
  switches: commandLine.switches,
})

pretendToBeElectron()
if (commandLine.inspectPort !== undefined) await openInspector(commandLine.inspectPort)
await loadMain(commandLine.entry)
// An app that does not get the single-instance lock quits before it is ready.
if (!isQuitting()) await start()

function pretendToBeElectron(): void {
  const electron = new URL('electron-module.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/main|\/common)?$/.test(specifier)
        ? { url: electron, shortCircuit: true }
        : next(specifier, context),
  })
  const fields = {
    type: 'browser',
    defaultApp: true,
    resourcesPath: join(commandLine.appFolder, 'resources'),
    versions: Object.freeze({ ...process.versions, electron: version, chrome: '0.0.0.0' }),
  }
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(process, name, { value })
  // In Electron, `argv` starts with the program, directly followed by its arguments.
  process.argv.splice(0, 2, process.argv[1] ?? '')
}

async function loadMain(entry: string): Promise<void> {
  const tooLong = setTimeout(() => {
    console.error(
      'electron-host: the main module has not finished loading. Electron is ready only after that, so ' +
        'awaiting app.whenReady() at its top level never ends.',
    )
    process.exit(1)
  }, 20_000)
  await import(pathToFileURL(entry).href)
  clearTimeout(tooLong)
  await new Promise(setImmediate)
}

async function start(): Promise<void> {
  // The profile is inside the app's own folder, so the pages' storage survives a restart.
  const profile = join(app.getPath('userData'), 'chromium')
  const ours = ['--user-data-dir=', '--inspect']
  const switches = host.switches.filter((argument) => !ours.some((start) => argument.startsWith(start)))
  const { process: chromium, cdp } = launchChromium(profile, switches)
  host.chromium = chromium
  host.cdp = cdp
  cdp.onClose(() => {
    if (!isQuitting()) process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit())

  const { BrowserWindow } = await import('./api/browser-window.ts')
  const { watchDownloads } = await import('./api/downloads.ts')
  const { interceptRequests } = await import('./api/interception.ts')
  const { watchTargets } = await import('./api/targets.ts')
  const { WebContents, webContents } = await import('./api/web-contents.ts')
  await watchTargets({
    gone(targetId) {
      for (const window of BrowserWindow.getAllWindows()) {
        if (WebContents.isTarget(window.webContents, targetId)) BrowserWindow.markGone(window)
      }
    },
    titled(targetId, title) {
      const contents = webContents.fromDevToolsTargetId(targetId)
      if (contents !== undefined) WebContents.rename(contents, title)
    },
  })
  await interceptRequests()
  await watchDownloads()
  becomeReady()
}
