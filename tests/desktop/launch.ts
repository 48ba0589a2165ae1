import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findElectronProgram } from './electron-program.ts'

export interface LaunchOptions {
  /**
   * The folder of everything that this console stores, including the keyring. Another launch on the same
   * folder is a restart.
   */
  home: string
  apiOrigin: string
  /** The state of the system's keychain. */
  keychain?: 'unlocked' | 'none'
  /** Arguments for the app, such as a `kerblight://` link. */
  args?: string[]
  env?: Record<string, string>
  /** The folder that contains package.json and `out/`. Defaults to the project folder. */
  appFolder?: string
}

const program = findElectronProgram()
const project = join(import.meta.dirname, '..', '..')

/**
 * Timeout of one step in milliseconds. It is shorter than a test's timeout, so that a hanging start reports
 * the step.
 */
const STEP_MS = 60_000

/** Starts the built console and resolves once its window shows a page. */
export async function launchConsole(
  options: LaunchOptions,
): Promise<{ app: ElectronApplication; page: Page }> {
  const hasKeyring = options.keychain !== 'none' && process.platform === 'linux'
  if (hasKeyring) requireKeyringTools()
  const app = await _electron.launch({
    executablePath: hasKeyring ? join(import.meta.dirname, 'in-keyring-session') : program.path,
    args: argumentsOf(options),
    env: environmentOf(options),
    timeout: STEP_MS,
  })
  const page = await app.firstWindow({ timeout: STEP_MS })
  await page.waitForURL((url) => url.href !== 'about:blank', { timeout: STEP_MS })
  return { app, page }
}

/**
 * Starts the console again on the same folder, like a click on its icon or on a link. Resolves with the exit
 * code, or with null if the process hung and had to be killed.
 */
export async function startAgain(options: LaunchOptions): Promise<number | null> {
  const child = spawn(program.path, ['--no-sandbox', ...argumentsOf(options)], {
    env: environmentOf(options),
    stdio: 'inherit',
    timeout: 20_000,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

export function getUserDataPath({ home }: Pick<LaunchOptions, 'home'>): string {
  return join(home, 'user-data')
}

function argumentsOf(options: LaunchOptions): string[] {
  const folder = options.appFolder ?? project
  return [`--user-data-dir=${getUserDataPath(options)}`, folder, ...(options.args ?? [])]
}

function environmentOf({ home, apiOrigin, env }: LaunchOptions): Record<string, string> {
  const runtime = join(home, 'runtime')
  mkdirSync(runtime, { recursive: true, mode: 0o700 })
  const inherited = Object.entries(process.env).filter(([name]) => !/^(XDG_|DBUS_|NODE_OPTIONS)/.test(name))
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    // The substitute program runs on the same Node as the tests.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DESKTOP_PROGRAM: program.path,
    KERBLIGHT_API_ORIGIN: apiOrigin,
    ...env,
  }
}

function requireKeyringTools(): void {
  for (const tool of ['dbus-run-session', 'gnome-keyring-daemon']) {
    if (spawnSync(tool, ['--version']).error === undefined) continue
    throw new Error(`The desktop tests need ${tool}: apt-get install dbus gnome-keyring`)
  }
}
