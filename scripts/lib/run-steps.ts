import type { Step } from './steps.ts'

/**
 * Runs the steps in order, each under a heading, all of them even when one fails; those of an inner list at once.
 * Prints a table with the names of what failed and, as the last line of all, `N passed, N failed`. Sets the exit code.
 */
export async function runSteps(steps: (Step | Step[])[], filters: string[] = []): Promise<void> {
  const rows: string[] = []
  const total = { passed: 0, failed: 0 }
  for (const group of steps.map((step) => [step].flat())) {
    const heading = group.map(({ name }) => name).join(', ')
    console.log(`\n── ${heading} ${'─'.repeat(60 - heading.length)}`)
    const results = await Promise.all(group.map((step) => measure(step, filters)))
    for (const { name, passed, failed, failures = [], seconds } of results) {
      const outcome = `${failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`
      console.log(group.length === 1 ? outcome : `${name}: ${outcome}`)
      rows.push(
        `${failed === 0 ? ' ' : '!'} ${name.padEnd(10)}${String(passed).padStart(6)} passed${String(failed).padStart(6)} failed${seconds.padStart(8)} s`,
        ...failures.map((failure) => failure.replace(/^/gm, '    ')),
      )
      total.passed += passed
      total.failed += failed
    }
  }
  console.log(`\n${rows.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

async function measure(step: Step, filters: string[]) {
  const started = performance.now()
  const counts = await step.run(filters)
  return { name: step.name, ...counts, seconds: ((performance.now() - started) / 1000).toFixed(1) }
}
