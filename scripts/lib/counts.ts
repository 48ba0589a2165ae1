import { readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
}

/** Reads vitest's JSON report. A file that could not even load counts as a failed test. */
export function countVitest(report: string, exitCode: number): Counts {
  return consistent(exitCode, report, ({ numPassedTests, numFailedTests, testResults }) => {
    const files: { status: string; assertionResults: { status: string }[] }[] = testResults
    const broken = files.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    return { passed: numPassedTests, failed: numFailedTests + broken.length }
  })
}

/** Reads Playwright's JSON report. A flaky test passed on a retry, of which there are none here. */
export function countPlaywright(report: string, exitCode: number): Counts {
  return consistent(exitCode, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
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
  testResults: { status: string; assertionResults: { status: string }[] }[]
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}
