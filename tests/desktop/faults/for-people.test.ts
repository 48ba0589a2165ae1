import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peoplesFaults, type PeoplesFault } from './for-people.ts'

const project = join(import.meta.dirname, '..', '..', '..')
/** Within the project, so that it finds the packages. */
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
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]

beforeAll(() => {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of parts) cpSync(join(project, part), join(copy, part), { recursive: true })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('the sources as they are pass', () => {
  expect(runTests([...new Set(peoplesFaults.map(({ test }) => test))]).failures).toEqual([])
})

describe('a test fails when', () => {
  it.each(peoplesFaults.map((fault) => [fault.what, fault] as const))('%s', (_what, fault) => {
    // A file that could not even be read would fail for the wrong reason.
    const { failures } = withFault(fault, () => runTests([fault.test]))
    expect(failures).toContainEqual(expect.stringMatching(/AssertionError|expected/))
  })
})

function withFault<T>({ file, right, wrong }: PeoplesFault, work: () => T): T {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  expect(text.split(right).length - 1, `places in ${file} that read ${right}`).toBe(1)
  writeFileSync(
    path,
    text.replace(right, () => wrong),
  )
  try {
    return work()
  } finally {
    writeFileSync(path, text)
  }
}

/** What is read here of vitest's report. */
interface Report {
  testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[]
}

/** Runs these files in the copy. @returns what each test that failed said */
function runTests(files: string[]): { failures: string[] } {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
  const flags = ['run', '--reporter=json', `--outputFile=${report}`, ...files]
  spawnSync(process.execPath, [vitest, ...flags], { cwd: copy, stdio: 'ignore' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return {
    failures: testResults.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ]),
  }
}
