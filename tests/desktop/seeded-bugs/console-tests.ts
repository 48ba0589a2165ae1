import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { buildIsolatedSettings } from '../../../scripts/lib/default-settings.ts'

const project = join(import.meta.dirname, '..', '..', '..')

interface Outcome {
  passed: number
  /** Error messages of the failed tests. */
  failures: string[]
}

/** The console's tests. Each run may test a different build of the console. */
export interface ConsoleTests {
  /** Runs the tests that match the filters, in Playwright's syntax. */
  run: (appFolder: string, filters: string[]) => Promise<Outcome>
  end: () => Promise<void>
}

/**
 * Starts the product that the console's tests run against.
 * @param port the first of 21 consecutive ports
 */
export async function startConsoleTests(port: number): Promise<ConsoleTests> {
  const origin = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-faults-'))
  const product = fork(join(project, 'scripts', 'start.ts'), {
    stdio: 'ignore',
    env: { ...process.env, ...buildIsolatedSettings(port, folder), RATE_LIMITS: 'off', LOAD_SHEDDING: 'off' },
  })
  await vi.waitFor(() => queryProduct(origin), { timeout: 60_000, interval: 200 })
  return {
    run: (appFolder, filters) => runTests({ origin, folder, appFolder, filters }),
    async end() {
      product.kill('SIGTERM')
      await once(product, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function queryProduct(origin: string): Promise<void> {
  const { ok } = await fetch(`${origin}/api/readyz`)
  if (!ok) throw new Error('not ready yet')
}

interface Run {
  origin: string
  folder: string
  appFolder: string
  filters: string[]
}

async function runTests({ origin, folder, appFolder, filters }: Run): Promise<Outcome> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const playwright = join(project, 'node_modules', '@playwright', 'test', 'cli.js')
  const settings = ['--project=desktop*', '--trace=off', `--output=${join(folder, 'output')}`]
  const child = spawn(process.execPath, [playwright, 'test', ...settings, ...filters], {
    cwd: project,
    stdio: 'ignore',
    env: { ...process.env, E2E_BASE_URL: origin, E2E_REPORT: report, DESKTOP_APP_FOLDER: appFolder },
  })
  await once(child, 'exit')
  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failures = [...errors, ...suites.flatMap(errorsOf)].map(({ message = '' }) => message)
  return { passed: stats.expected, failures }
}

interface Suite {
  suites?: Suite[]
  specs: { tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

interface Report {
  stats: { expected: number }
  suites: Suite[]
  errors: { message?: string }[]
}

function errorsOf({ suites = [], specs }: Suite): { message?: string }[] {
  const ownTests = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)),
  )
  return [...ownTests, ...suites.flatMap(errorsOf)]
}
