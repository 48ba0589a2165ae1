import { EventEmitter } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { host, stopChromium } from '../host.ts'
import { createStrictProxy, makeClassStrict } from '../strict.ts'
import { createPreventableEvent } from './event.ts'
import { SingleInstance, type SecondStart } from './single-instance.ts'

type Phase = 'starting' | 'ready' | 'closing windows' | 'leaving'

const instance = new SingleInstance()
const ready = Promise.withResolvers<void>()
let phase: Phase = 'starting'
let closeWindows: () => Promise<boolean> = () => Promise.resolve(true)

class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = createStrictProxy('app.commandLine', {
    appendSwitch(name: string, value?: string) {
      host.switches.push(value === undefined || value === '' ? `--${name}` : `--${name}=${value}`)
    },
    hasSwitch: (name: string) =>
      host.switches.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      host.switches.findLast((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  })

  whenReady(): Promise<void> {
    return ready.promise
  }

  isReady(): boolean {
    return phase !== 'starting'
  }

  getName(): string {
    return host.manifest.productName || host.manifest.name || 'Electron'
  }

  getSystemLocale(): string {
    return 'en-US'
  }

  getVersion(): string {
    return host.manifest.version ?? '0.0.0'
  }

  getAppPath(): string {
    return host.appFolder
  }

  getPath(name: string): string {
    const path = this.#usualPath(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  #usualPath(name: string): string | undefined {
    const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
    const userData = this.commandLine.getSwitchValue('user-data-dir') || join(config, this.getName())
    return {
      home: homedir(),
      appData: config,
      userData,
      sessionData: userData,
      logs: join(userData, 'logs'),
      crashDumps: join(userData, 'Crashpad'),
      temp: tmpdir(),
      exe: process.argv[0],
      downloads: join(homedir(), 'Downloads'),
      documents: join(homedir(), 'Documents'),
    }[name]
  }

  /** Only checks that the app is not ready yet. All pages here are sandboxed anyway. */
  enableSandbox(): void {
    if (this.isReady()) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  setAsDefaultProtocolClient(_scheme: string): boolean {
    return true
  }

  setAppUserModelId(_id: string): void {}
  setAboutPanelOptions(_options: object): void {}
  showAboutPanel(): void {}

  setBadgeCount(_count = 0): boolean {
    return true
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    const start = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    return instance.request(this.getPath('userData'), start, (second) => void this.#tellOfSecond(second))
  }

  async #tellOfSecond({ argv, workingDirectory, additionalData }: SecondStart): Promise<void> {
    await ready.promise
    this.emit('second-instance', createPreventableEvent({}), argv, workingDirectory, additionalData)
  }

  quit(): void {
    if (phase === 'closing windows' || phase === 'leaving') return
    const beforeQuit = createPreventableEvent({})
    this.emit('before-quit', beforeQuit)
    if (!beforeQuit.defaultPrevented) void this.#closeAndLeave()
  }

  async #closeAndLeave(): Promise<void> {
    const before = phase
    phase = 'closing windows'
    const willQuit = createPreventableEvent({})
    if (await closeWindows()) this.emit('will-quit', willQuit)
    else willQuit.preventDefault()
    if (willQuit.defaultPrevented) phase = before
    else await this.#leave(0)
  }

  exit(code = 0): void {
    void this.#leave(code)
  }

  async #leave(code: number): Promise<void> {
    phase = 'leaving'
    await instance.told()
    this.emit('quit', createPreventableEvent({}), code)
    instance.release()
    await stopChromium()
    process.exit(code)
  }
}
makeClassStrict('app', App)

export const app = new App()

/** Reports whether the app is quitting, which explains why its windows close. */
export function isQuitting(): boolean {
  return phase === 'closing windows' || phase === 'leaving'
}

export function becomeReady(): void {
  if (isQuitting()) return
  phase = 'ready'
  app.emit('will-finish-launching')
  ready.resolve()
  app.emit('ready', createPreventableEvent({}), {})
}

/** Sets the function that closes all windows. `closeAll` resolves with false if a window refuses to close. */
export function setQuitHandler(closeAll: () => Promise<boolean>): void {
  closeWindows = closeAll
}
