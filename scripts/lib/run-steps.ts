import { mergeRerun, type Counts } from './counts.ts'
import type { Step } from './steps.ts'

/**
 * Maximum number of failed tests to rerun. More failures indicate a bug in the product, not in single tests.
 */
const MAX_RERUNS = 10

interface Result extends Counts {
  step: Step
  seconds: number
  /** Names of the tests that failed at first and passed in an isolated rerun. */
  flaky: string[]
}

/**
 * Runs the steps in order, each under a heading, and continues after a failure. The steps of an inner list
 * run concurrently. Then reruns the failed tests of steps that allow it. Prints a table with the names of
 * failed and flaky tests and, as the last line, `N passed, N failed`. Sets the exit code.
 */
export async function runSteps(steps: (Step | Step[])[], filters: string[] = []): Promise<void> {
  const results: Result[] = []
  for (const group of steps.map((step) => [step].flat())) {
    printHeading(group.map(({ name }) => name).join(', '))
    const finished = await Promise.all(group.map((step) => measure(step, filters)))
    for (const { step, failed, seconds } of finished) {
      const outcome = `${failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`
      console.log(group.length === 1 ? outcome : `${step.name}: ${outcome}`)
    }
    results.push(...finished)
  }
  report(await rerunFailed(results))
}

async function measure(step: Step, filters: string[]): Promise<Result> {
  const started = performance.now()
  const counts = await step.run(filters)
  return { ...counts, step, flaky: [], seconds: (performance.now() - started) / 1000 }
}

/** Reruns each step's failed tests while nothing else is running. */
async function rerunFailed(results: Result[]): Promise<Result[]> {
  const all: Result[] = []
  for (const result of results) all.push(isWorthRerun(result) ? await rerun(result) : result)
  return all
}

function isWorthRerun({ step, failed, failures = [] }: Result): boolean {
  return step.rerun !== undefined && failed > 0 && failed <= MAX_RERUNS && failures.length === failed
}

async function rerun(result: Result): Promise<Result> {
  printHeading(`${result.step.name}, failed tests again`)
  const started = performance.now()
  const merged = mergeRerun(result, await result.step.rerun!())
  return { ...result, ...merged, seconds: result.seconds + (performance.now() - started) / 1000 }
}

function printHeading(heading: string): void {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(0, 60 - heading.length))}`)
}

function report(results: Result[]): void {
  console.log()
  for (const { step, passed, failed, failures = [], flaky, seconds } of results) {
    console.log(
      `${failed === 0 ? ' ' : '!'} ${step.name.padEnd(10)}${String(passed).padStart(6)} passed${String(failed).padStart(6)} failed${seconds.toFixed(1).padStart(8)} s`,
    )
    for (const { test, message } of failures) console.log(`${test}\n${message}`.replace(/^/gm, '    '))
    for (const test of flaky) console.log(`flaky: ${test}`)
  }
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
