import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownSettings } from '../../../scripts/lib/default-settings.ts'
import { planted, type Fault } from './planted.ts'

const project = join(import.meta.dirname, '..', '..', '..')
const port = 4700
const origin = `http://localhost:${port}`

let product: ChildProcess
let dataFolder: string

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kerblight-faults-'))
  product = fork(join(project, 'scripts', 'start.ts'), {
    stdio: 'ignore',
    env: { ...process.env, ...ownSettings(port, dataFolder), RATE_LIMITS: 'off', LOAD_SHEDDING: 'off' },
  })
  await vi.waitFor(askProduct, { timeout: 60_000, interval: 200 })
})

afterAll(async () => {
  product.kill('SIGTERM')
  await once(product, 'exit')
  rmSync(dataFolder, { recursive: true, force: true })
})

it('the console as it is passes', async () => {
  const { passed, failures } = await runTests(project, [...new Set(planted.map(({ file }) => file))])
  expect(failures).toEqual([])
  expect(passed).toBeGreaterThan(0)
})

describe('a test fails when', () => {
  it.each(planted.map((fault) => [fault.what, fault] as const))('%s', async (_what, fault) => {
    const { failures } = await runTests(plant(fault), [fault.file, '-g', fault.titles])
    // A console that does not even start would fail every test, for the wrong reason.
    expect(failures).toContainEqual(expect.stringContaining('expect('))
  })
})

/** Makes a copy of the built console with the fault in it, within the project so that it finds the packages. */
function plant(fault: Fault): string {
  const folder = join(project, 'test-results', 'faults', fault.what.replaceAll(' ', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'out'), { recursive: true })
  cpSync(join(project, 'package.json'), join(folder, 'package.json'))
  for (const bundle of ['main', 'preload']) {
    cpSync(join(project, 'out', bundle), join(folder, 'out', bundle), { recursive: true })
  }
  symlinkSync(join(project, 'out', 'renderer'), join(folder, 'out', 'renderer'))
  replaceGuard(join(folder, 'out', fault.bundle), fault)
  return folder
}

function replaceGuard(folder: string, { guard, instead }: Fault): void {
  let places = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?js$/.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    places += text.match(new RegExp(guard, 'g'))?.length ?? 0
    writeFileSync(join(folder, name), text.replace(guard, instead))
  }
  expect(places, `places in the bundle that match ${String(guard)}`).toBe(1)
}

interface Outcome {
  passed: number
  /** What each test that failed said. */
  failures: string[]
}

/** Runs the desktop tests named on the console in `appFolder`. */
async function runTests(appFolder: string, filters: string[]): Promise<Outcome> {
  const report = join(dataFolder, 'report.json')
  rmSync(report, { force: true })
  const playwright = join(project, 'node_modules', '@playwright', 'test', 'cli.js')
  const child = spawn(
    process.execPath,
    [
      playwright,
      'test',
      '--project=desktop*',
      '--trace=off',
      '--output=test-results/faults-output',
      ...filters,
    ],
    {
      cwd: project,
      stdio: 'ignore',
      env: { ...process.env, E2E_BASE_URL: origin, E2E_REPORT: report, DESKTOP_APP_FOLDER: appFolder },
    },
  )
  await once(child, 'exit')
  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failures = [...errors, ...suites.flatMap(errorsOf)].map(({ message = '' }) => message)
  return { passed: stats.expected, failures }
}

interface Suite {
  suites?: Suite[]
  specs: { tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

/** What is read here of Playwright's report. */
interface Report {
  stats: { expected: number }
  suites: Suite[]
  errors: { message?: string }[]
}

function errorsOf({ suites = [], specs }: Suite): { message?: string }[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)),
  )
  return [...own, ...suites.flatMap(errorsOf)]
}

async function askProduct(): Promise<void> {
  const { ok } = await fetch(`${origin}/api/readyz`)
  if (!ok) throw new Error('not ready yet')
}
