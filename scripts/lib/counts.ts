import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './root.ts'

/** Of a message; what follows is the place and the calls. */
const MESSAGE_LINES = 8
const MESSAGE_WIDTH = 200

export interface Counts {
  passed: number
  failed: number
  /** Which tests failed: their file and name, and what the first lines of their message say. */
  failures?: string[]
}

/** Reads vitest's JSON report. A file that could not even load counts as a failed test. */
export function countVitest(report: string, exitCode: number): Counts {
  return consistent(exitCode, report, ({ numPassedTests, numFailedTests, testResults }) => {
    const failedOf = ({ assertionResults }: TestFile) =>
      assertionResults.filter(({ status }) => status === 'failed')
    const broken = testResults.filter((file) => file.status === 'failed' && failedOf(file).length === 0)
    const failures = testResults.flatMap((file) =>
      failedOf(file).map(({ fullName, failureMessages }) =>
        withMessage(`${relative(root, file.name)}: ${fullName}`, failureMessages[0]),
      ),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      failures: [...failures, ...broken.map(({ name }) => `${relative(root, name)} could not be loaded`)],
    }
  })
}

/** Reads Playwright's JSON report. A flaky test passed on a retry, of which there are none here. */
export function countPlaywright(report: string, exitCode: number): Counts {
  return consistent(exitCode, report, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: suites.flatMap(failuresIn),
  }))
}

function failuresIn({ title, specs, suites = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok).map((spec) => withMessage(spec.title, messageOf(spec.tests)))
  return [...own, ...suites.flatMap(failuresIn)].map((failure) => `${title}: ${failure}`)
}

/** All of them: the first may just be that the time is over, and the next what was waited for. */
function messageOf(tests: PlaywrightTest[]): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return errors.map(({ message }) => message).join('\n')
}

function withMessage(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const said = lines.filter((line) => line.trim() !== '').slice(0, MESSAGE_LINES)
  return [name, ...said.map((line) => `  ${line.slice(0, MESSAGE_WIDTH)}`)].join('\n')
}

/** A runner that failed counts at least one failure, whatever its report says or whether it wrote one. */
function consistent(exitCode: number, report: string, read: (json: Report) => Counts): Counts {
  const counts = readReport(report, read)
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readReport(report: string, read: (json: Report) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The parts of both runners' reports that are read here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: TestFile[]
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  suites: Suite[]
}

interface TestFile {
  name: string
  status: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

interface Suite {
  title: string
  specs: { title: string; ok: boolean; tests: PlaywrightTest[] }[]
  suites?: Suite[]
}

interface PlaywrightTest {
  results: { errors: { message?: string }[] }[]
}
