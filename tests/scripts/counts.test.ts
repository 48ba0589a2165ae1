import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from '../../scripts/lib/counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(json: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(json))
  return file
}

describe("vitest's report", () => {
  const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] }
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }
  const broken = { status: 'failed', assertionResults: [] }

  it('counts tests', () => {
    const file = report({ numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed] })
    expect(countVitest(file, 1)).toEqual({ passed: 2, failed: 1 })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passed, broken] })
    expect(countVitest(file, 1)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a failure when the runner failed and its report does not say why', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passed] })
    expect(countVitest(file, 1)).toEqual({ passed: 1, failed: 1 })
  })

  it('counts a failure when there is no report, even with a good exit code', () => {
    expect(countVitest(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe("Playwright's report", () => {
  it('counts tests, and errors outside of them', () => {
    const file = report({ stats: { expected: 3, unexpected: 1, flaky: 0 }, errors: [{}] })
    expect(countPlaywright(file, 1)).toEqual({ passed: 3, failed: 2 })
  })

  it('counts a flaky test as failed', () => {
    const file = report({ stats: { expected: 3, unexpected: 0, flaky: 1 }, errors: [] })
    expect(countPlaywright(file, 0)).toEqual({ passed: 3, failed: 1 })
  })
})
