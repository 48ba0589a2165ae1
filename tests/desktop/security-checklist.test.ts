import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../src-main/window/content-security-policy.ts'

/*
 * These tests follow Electron's checklist (electronjs.org/docs/latest/tutorial/security), item by item, as
 * far as the sources can show it. For each item, docs/developers/security.md names the tests that run it. If a setting
 * is Electron's default, the test verifies that no code changes it.
 */

const project = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const mainFiles = globSync('src-main/**/*.ts', { cwd: project })
const consoleFiles = [...mainFiles, 'src-preload/index.ts']
const consoleCode = consoleFiles.map(read).join('\n')
const rendererCode = globSync('src-renderer/**/*.{ts,tsx}', { cwd: project }).map(read).join('\n')
const preferences = readWebPreferences()

describe('the Electron security checklist', () => {
  it('#1: loads secure content only: our own scheme, and an API by https or on this machine', () => {
    // A page that is being closed navigates to `about:blank`.
    expect(callsOf('loadURL').toSorted()).toEqual(["'about:blank'", 'APP_ORIGIN + path'])
    expect(callsOf('loadFile')).toEqual([])
    expect(contentSecurityPolicy('https://cars.example', null)).not.toMatch(/http:/)
  })

  it('#2: gives pages no access to Node', () => {
    expect(preferences.nodeIntegration).toBe(false)
    expect(preferences).not.toHaveProperty('nodeIntegrationInWorker')
    expect(preferences).not.toHaveProperty('nodeIntegrationInSubFrames')
  })

  it('#3: isolates the preload from pages', () => {
    expect(preferences.contextIsolation).toBe(true)
  })

  it('#4: runs pages in a sandbox', () => {
    expect(preferences.sandbox).toBe(true)
    expect(consoleCode).toContain('app.enableSandbox()')
    expect(consoleCode).not.toContain('no-sandbox')
  })

  it('#5: handles permission requests, permission checks, and device requests itself', () => {
    for (const handler of ['PermissionRequest', 'PermissionCheck', 'DevicePermission']) {
      expect(callsOf(`set${handler}Handler`)).toHaveLength(1)
    }
  })

  it('#6: leaves webSecurity on', () => {
    expect(preferences.webSecurity).toBe(true)
    expect(consoleCode).not.toMatch(/disable-web-security|disable-site-isolation/)
  })

  it('#7: sends a content security policy without external or inline scripts', () => {
    const policy = contentSecurityPolicy('https://cars.example', null)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(callsOf('handle').filter((call) => call.startsWith("'app'"))).toHaveLength(1)
  })

  it('#8: allows no insecure content', () => {
    expect(preferences).not.toHaveProperty('allowRunningInsecureContent')
    expect(consoleCode).not.toContain('allow-running-insecure-content')
  })

  it('#9: enables no experimental features', () => {
    expect(preferences).not.toHaveProperty('experimentalFeatures')
  })

  it('#10: enables no Blink features', () => {
    expect(preferences).not.toHaveProperty('enableBlinkFeatures')
    expect(consoleCode).not.toMatch(/enable-blink-features|enable-features/)
  })

  it('#11: contains no web views, and therefore none that opens windows', () => {
    expect(preferences.webviewTag).toBe(false)
    expect(rendererCode).not.toMatch(/<webview|allowpopups/)
  })

  it('#12: prevents web views from being attached', () => {
    expect(listenersOf('will-attach-webview')).toHaveLength(1)
  })

  it('#13: guards navigation and redirects of all contents', () => {
    expect(listenersOf('web-contents-created')).toHaveLength(1)
    expect(listenersOf('will-navigate')).toHaveLength(1)
    expect(listenersOf('will-redirect')).toHaveLength(1)
  })

  it('#14: denies every new window', () => {
    expect(callsOf('setWindowOpenHandler')).toHaveLength(1)
    expect(consoleCode).not.toMatch(/action: 'allow'/)
  })

  it('#15: opens only allowed addresses, the log folder, and folders of saved files', () => {
    const callers = mainFiles.filter((path) =>
      /import \{[^}]*\bshell\b[^}]*\} from 'electron'/.test(read(path)),
    )
    expect(callers.toSorted()).toEqual([
      'src-main/links/external-links.ts',
      'src-main/window/downloads.ts',
      'src-main/window/main-commands.ts',
    ])
    // The module is only imported by name as `shell`, and no code passes the object to other code.
    expect(consoleCode).not.toMatch(/import (?!type\b)(\* as )?\w+.* from 'electron'|\bshell as\b|require\(/)
    expect(callsOf('openExternal').toSorted()).toEqual(['address', 'address', 'event.url', 'url'])
    expect(read('src-main/links/external-links.ts').match(/\bshell\.\w+/g)).toEqual(['shell.openExternal'])
    expect(read('src-main/window/main-commands.ts').match(/\bshell\.\w+/g)).toEqual(['shell.openPath'])
    expect(callsOf('openPath')).toEqual(['tools.logFolder'])
    expect(read('src-main/window/downloads.ts').match(/\bshell\.\w+/g)).toEqual(['shell.showItemInFolder'])
    // A page never names a path. It passes a number, and the main process looks up its path.
    expect(callsOf('showItemInFolder')).toEqual(['path'])
    // The only call sites use URLs from the allowlist functions.
    expect(callsOf('open', ['src-main/links/external-links.ts'])).toEqual([
      'externalAddress(address, await webOrigins()) ?? payouts',
      'known',
      'getSignInAddress(address, config.identity.emulatorUrl)',
    ])
  })

  it('#16: pins one exact version of Electron, so that tests run for each update', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>
    }
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('#17: checks the sender in the only code that handles calls', () => {
    expect(mainFiles.filter((path) => /ipcMain\s*\./.test(read(path)))).toEqual(['src-main/window/ipc.ts'])
    expect(callsOf('handle').filter((call) => call.startsWith('channel,'))).toHaveLength(1)
    expect(read('src-main/window/ipc.ts')).toMatch(/if \(!isTrusted\(event, isOwn\)\)/)
    expect(consoleCode).not.toMatch(/ipcMain\.(on|once|handleOnce)\b/)
  })

  it('#18: serves pages through its own scheme and never uses file://', () => {
    expect(consoleCode).not.toMatch(/file:\/\/|pathToFileURL|grantFileProtocolExtraPrivileges/)
    expect(read('src-main/window/app-scheme.ts')).not.toMatch(/bypassCSP|corsEnabled|allowServiceWorkers/)
  })

  it('#19: sets every fuse that limits misuse of the program', () => {
    expect(Object.fromEntries(fuses())).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'true',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      grantFileProtocolExtraPrivileges: 'false',
      resetAdHocDarwinSignature: 'true',
    })
    expect(read('electron-builder.yml')).toMatch(/^asar: true$/m)
  })

  it('#20: exposes only named calls to pages, without Electron or event objects', () => {
    const preload = read('src-preload/index.ts')
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1)
    expect(preload).toContain("contextBridge.exposeInMainWorld('desktop', bridge)")
    expect(preload.match(/ipcRenderer\.\w+/g)?.toSorted()).toEqual(['ipcRenderer.invoke', 'ipcRenderer.on'])
    // Every channel is a literal, except in the two functions that pass a channel on.
    const channels = ['call', 'on', 'invoke'].flatMap((name) => callsOf(name, ['src-preload/index.ts']))
    expect(channels.filter((channel) => !/^'[a-z]+:[a-z-]+'$/.test(channel))).toEqual([
      'event, (_event, payload: unknown) => listener(payload)',
      'channel, ...args',
    ])
  })

  it('is documented item by item in docs/developers/security.md', () => {
    const rows = read('docs/developers/security.md').match(/^\| +\d+ /gm) ?? []
    expect(rows.map((row) => Number(row.slice(1)))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })
})

/** Returns the arguments, as written, of every call to a function of this name in the console's own code. */
function callsOf(name: string, files = consoleFiles): string[] {
  return files.flatMap((path) => {
    const source = read(path)
    const calls: string[] = []
    new Visitor({
      CallExpression({ callee, arguments: args }) {
        const calledName =
          callee.type === 'Identifier'
            ? callee.name
            : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
              ? callee.property.name
              : ''
        if (calledName !== name) return
        const [first] = args
        const last = args.at(-1)
        calls.push(first === undefined || last === undefined ? '' : source.slice(first.start, last.end))
      },
    }).visit(parseSync(path, source).program)
    return calls
  })
}

function listenersOf(event: string): string[] {
  return callsOf('on').filter((call) => call.startsWith(`'${event}',`))
}

/** Returns the preferences of the only window, by name. Values that are not literals are undefined. */
function readWebPreferences(): Record<string, unknown> {
  const windows = mainFiles.filter((path) =>
    /new (BrowserWindow|WebContentsView|BrowserView)\b/.test(read(path)),
  )
  expect(windows).toEqual(['src-main/window/window.ts'])
  const objects: Record<string, unknown>[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'webPreferences' || value.type !== 'ObjectExpression')
        return
      objects.push(
        Object.fromEntries(
          value.properties.flatMap((property) =>
            property.type === 'Property' && property.key.type === 'Identifier'
              ? [[property.key.name, property.value.type === 'Literal' ? property.value.value : undefined]]
              : [],
          ),
        ),
      )
    },
  }).visit(parseSync('window.ts', read('src-main/window/window.ts')).program)
  expect(objects).toHaveLength(1)
  return objects[0] ?? {}
}

function fuses(): [name: string, value: string][] {
  const block = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(read('electron-builder.yml'))?.[1] ?? ''
  return [...block.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, name = '', value = '']) => [name, value])
}
