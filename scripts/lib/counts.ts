import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './root.ts'

/**
 * Maximum number of lines of an error message. The lines after them contain the location and the call stack.
 */
const MESSAGE_LINES = 8
const MESSAGE_WIDTH = 200

export interface Counts {
  passed: number
  failed: number
  failures?: Failure[]
  /** The trace files of a browser test run, by test name. */
  traces?: ReadonlyMap<string, string>
}

interface Failure {
  /** File and title. */
  test: string
  /** The first lines of its error message. */
  message: string
}

/** Reads vitest's JSON report. A file that could not even load counts as a failed test. */
export function countVitest(report: string, exitCode: number): Counts {
  return readConsistentCounts(exitCode, report, ({ numPassedTests, numFailedTests, testResults }) => {
    const listFailedTests = ({ assertionResults }: TestFile) =>
      assertionResults.filter(({ status }) => status === 'failed')
    const broken = testResults.filter(
      (file) => file.status === 'failed' && listFailedTests(file).length === 0,
    )
    const failures = testResults.flatMap((file) =>
      listFailedTests(file).map(({ fullName, failureMessages }) =>
        toFailure(`${relative(root, file.name)} › ${fullName}`, failureMessages[0]),
      ),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      failures: [
        ...failures,
        ...broken.map(({ name }) => toFailure(relative(root, name), 'could not be loaded')),
      ],
    }
  })
}

/**
 * Reads Playwright's JSON report. The runner itself retries nothing, so a test that it reports as flaky
 * counts as failed.
 */
export function countPlaywright(report: string, exitCode: number): Counts {
  return readConsistentCounts(exitCode, report, ({ stats, errors, suites }) => {
    const specs = suites.flatMap((suite) => listSpecs(suite))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      failures: specs
        .filter(({ spec }) => !spec.ok)
        .map(({ test, spec }) => toFailure(test, joinErrorMessages(spec.tests))),
      traces: new Map(specs.flatMap(({ test, spec }) => listTraces(spec.tests).map((file) => [test, file]))),
    }
  })
}

/** Returns the specs of a suite and of its nested suites, each with its file and titles. */
function listSpecs(
  { title, specs, suites = [] }: Suite,
  parents: string[] = [],
): { test: string; spec: Spec }[] {
  const path = [...parents, title]
  const ownSpecs = specs.map((spec) => ({ test: [...path, spec.title].join(' › '), spec }))
  return [...ownSpecs, ...suites.flatMap((suite) => listSpecs(suite, path))]
}

/**
 * Returns all error messages. The first one may report only the timeout, and the second one the step that
 * timed out.
 */
function joinErrorMessages(tests: PlaywrightTest[]): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return errors.map(({ message }) => message).join('\n')
}

function listTraces(tests: PlaywrightTest[]): string[] {
  const attachments = tests.flatMap(({ results }) => results.flatMap(({ attachments = [] }) => attachments))
  return attachments.flatMap(({ name, path }) => (name === 'trace' && path ? [relative(root, path)] : []))
}

function toFailure(test: string, message = ''): Failure {
  const lines = stripVTControlCharacters(message).split('\n')
  const messageLines = lines.filter((line) => line.trim() !== '').slice(0, MESSAGE_LINES)
  return { test, message: messageLines.map((line) => line.slice(0, MESSAGE_WIDTH)).join('\n') }
}

/**
 * Merges the counts of a run with those from a rerun of its failed tests. A test that passes the second time
 * counts as passed and is listed as flaky.
 */
export function mergeRerun(first: Counts, rerun: Counts): Counts & { flaky: string[] } {
  const failedAgain = new Set(rerun.failures?.map(({ test }) => test))
  const failures = first.failures?.filter(({ test }) => failedAgain.has(test)) ?? []
  const flaky = first.failures?.filter(({ test }) => !failedAgain.has(test)) ?? []
  // If the rerun crashed, its results do not count.
  if (rerun.passed !== flaky.length) return { ...first, flaky: [] }
  return {
    passed: first.passed + rerun.passed,
    failed: first.failed - rerun.passed,
    failures,
    flaky: flaky.map(({ test }) => [test, rerun.traces?.get(test)].filter(Boolean).join('\n  trace: ')),
  }
}

/** Counts at least one failure if the test runner failed, even if its report lists none or is missing. */
function readConsistentCounts(exitCode: number, report: string, read: (json: Report) => Counts): Counts {
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

/** The parts of both runners' reports that this module reads. */
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
  specs: Spec[]
  suites?: Suite[]
}

interface Spec {
  title: string
  ok: boolean
  tests: PlaywrightTest[]
}

interface PlaywrightTest {
  results: { errors: { message?: string }[]; attachments?: { name: string; path?: string }[] }[]
}
