import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsoleTests, type ConsoleTests } from './console-tests.ts'
import { userFacingBugs, type UserFacingBug } from './user-functions.ts'

const project = join(import.meta.dirname, '..', '..', '..')
/** Folder for the copy. It is inside the project folder, where the copy can resolve the packages. */
const copy = join(project, 'test-results', 'faults-for-people')
const parts = [
  'art',
  'contract',
  'sandbox',
  'scripts',
  'server',
  'src-main',
  'src-preload',
  'src-renderer',
  'tests',
  'electron.vite.config.ts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]

const inConsole = userFacingBugs.filter(({ titles }) => titles !== undefined)
const elsewhere = userFacingBugs.filter(({ titles }) => titles === undefined)
let tests: ConsoleTests

beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of parts) cpSync(join(project, part), join(copy, part), { recursive: true })
  tests = await startConsoleTests(4730)
})
afterAll(async () => {
  await tests.end()
  rmSync(copy, { recursive: true, force: true })
})

it('the list contains twenty bugs', () => {
  expect(userFacingBugs).toHaveLength(20)
})

it('the unmodified sources pass', async () => {
  expect(runTests(filesOf(elsewhere))).toEqual([])
  const { passed, failures } = await tests.run(project, [...filesOf(inConsole), '-g', titlesOf(inConsole)])
  expect(failures).toEqual([])
  expect(passed).toBeGreaterThanOrEqual(new Set(inConsole.map(({ titles }) => titles)).size)
})

describe('a test fails when', () => {
  // If a file did not even load, its tests would fail for the wrong reason.
  it.each(elsewhere.map((bug) => [bug.what, bug] as const))('%s', async (_what, bug) => {
    const failures = await withBug(bug, () => runTests([bug.test]))
    expect(failures).toContainEqual(expect.stringMatching(/AssertionError|expected/))
  })

  it.each(inConsole.map((bug) => [bug.what, bug] as const))('%s', async (_what, bug) => {
    await withBug(bug, build)
    const { failures } = await tests.run(copy, [bug.test, '-g', bug.titles!])
    expect(failures).toContainEqual(expect.stringContaining('expect('))
  })
})

const filesOf = (bugs: readonly UserFacingBug[]) => [...new Set(bugs.map(({ test }) => test))]
const titlesOf = (bugs: readonly UserFacingBug[]) => bugs.map(({ titles }) => titles).join('|')

async function withBug<T>({ file, right, wrong }: UserFacingBug, work: () => T | Promise<T>): Promise<T> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  expect(text.split(right).length - 1, `places in ${file} that read ${right}`).toBe(1)
  writeFileSync(
    path,
    text.replace(right, () => wrong),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, text)
  }
}

async function build(): Promise<void> {
  const bundler = join(project, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = fork(bundler, ['build', '--logLevel', 'error'], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code, 'exit code of the bundler').toBe(0)
}

interface Report {
  testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[]
}

/**
 * Runs these test files in the copy.
 * @returns the messages of the failed tests
 */
function runTests(files: string[]): string[] {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
  const flags = ['run', '--reporter=json', `--outputFile=${report}`, ...files]
  spawnSync(process.execPath, [vitest, ...flags], { cwd: copy, stdio: 'ignore' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ])
}
