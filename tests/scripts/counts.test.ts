import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, mergeRerun } from '../../scripts/lib/counts.ts'
import { root } from '../../scripts/lib/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(json: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(json))
  return file
}

describe("vitest's report", () => {
  const name = join(root, 'tests/cars.test.ts')
  const passed = {
    name,
    status: 'passed',
    assertionResults: [{ status: 'passed', fullName: 'cars drive', failureMessages: [] }],
  }
  const failed = {
    name,
    status: 'failed',
    assertionResults: [
      {
        status: 'failed',
        fullName: 'cars brake',
        failureMessages: ['Error: 1 is not 2\n\nExpected: 2\n' + '  at a.ts\n'.repeat(9)],
      },
      ...passed.assertionResults,
    ],
  }
  const broken = { name, status: 'failed', assertionResults: [] }

  it('counts tests, and names failed tests with the beginning of their messages', () => {
    const file = report({ numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed] })
    expect(countVitest(file, 1)).toEqual({
      passed: 2,
      failed: 1,
      failures: [
        {
          test: 'tests/cars.test.ts › cars brake',
          message: ['Error: 1 is not 2', 'Expected: 2', ...Array(6).fill('  at a.ts')].join('\n'),
        },
      ],
    })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passed, broken] })
    expect(countVitest(file, 1)).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ test: 'tests/cars.test.ts', message: 'could not be loaded' }],
    })
  })

  it('counts a failure when the runner failed and its report contains no reason', () => {
    const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passed] })
    expect(countVitest(file, 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  it('counts a failure when there is no report, even with a good exit code', () => {
    expect(countVitest(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 })
  })
})

describe("Playwright's report", () => {
  it('counts tests and errors outside of tests, and names the failures', () => {
    const specs = [
      { title: 'opens', ok: true, tests: [{ results: [{ errors: [] }] }] },
      {
        title: 'closes',
        ok: false,
        tests: [
          {
            results: [
              { errors: [{ message: '\x1b[31mToo late\x1b[39m' }, { message: 'waiting for a door' }] },
            ],
          },
        ],
      },
    ]
    const suites = [{ title: 'tests/e2e/home.spec.ts', specs: [], suites: [{ title: 'a menu', specs }] }]
    const file = report({ stats: { expected: 3, unexpected: 1, flaky: 0 }, errors: [{}], suites })
    const failures = [
      { test: 'tests/e2e/home.spec.ts › a menu › closes', message: 'Too late\nwaiting for a door' },
    ]
    expect(countPlaywright(file, 1)).toEqual({
      passed: 3,
      failed: 2,
      failures,
      traces: new Map(),
    })
  })

  it('counts a flaky test as failed', () => {
    const file = report({ stats: { expected: 3, unexpected: 0, flaky: 1 }, errors: [], suites: [] })
    expect(countPlaywright(file, 0)).toMatchObject({ passed: 3, failed: 1 })
  })
})

describe('a second run of failed tests', () => {
  const failed = (test: string) => ({ test, message: 'Too late' })
  const first = {
    passed: 8,
    failed: 2,
    failures: [failed('a.spec.ts › opens'), failed('a.spec.ts › closes')],
  }

  it('counts a test that passes as passed, and lists it as flaky with its trace', () => {
    const rerun = {
      passed: 1,
      failed: 1,
      failures: [failed('a.spec.ts › closes')],
      traces: new Map([['a.spec.ts › opens', 'test-results/trace.zip']]),
    }
    expect(mergeRerun(first, rerun)).toEqual({
      passed: 9,
      failed: 1,
      failures: [failed('a.spec.ts › closes')],
      flaky: ['a.spec.ts › opens\n  trace: test-results/trace.zip'],
    })
  })

  it('does not change the failures if it ran other tests or none', () => {
    expect(mergeRerun(first, { passed: 0, failed: 1 })).toEqual({ ...first, flaky: [] })
  })
})
