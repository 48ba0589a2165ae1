import type { Step } from './steps.ts'

/**
 * Runs the steps in order, each under a heading, all of them even when one fails. Prints a table and, as
 * the last line of all, `N passed, N failed`. Sets the exit code.
 */
export async function runSteps(steps: Step[], filters: string[] = []): Promise<void> {
  const rows: string[] = []
  const total = { passed: 0, failed: 0 }
  for (const step of steps) {
    console.log(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}`)
    const started = performance.now()
    const { passed, failed } = await step.run(filters)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
    rows.push(
      `${failed === 0 ? ' ' : '!'} ${step.name.padEnd(10)}${String(passed).padStart(6)} passed${String(failed).padStart(6)} failed${seconds.padStart(8)} s`,
    )
    total.passed += passed
    total.failed += failed
  }
  console.log(`\n${rows.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}
