import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forkBounded, type MemoryGuard } from '../../server/system/bounded-process.ts'

const EATER = join(import.meta.dirname, '../support/memory-hog.ts')
const guards: MemoryGuard[] = process.platform === 'linux' ? ['watchdog', 'prlimit'] : ['watchdog']

/** Returns the megabytes that the process reported, or null if it ended without a report. */
async function allocate(guard: MemoryGuard, megabytes: number): Promise<number | null> {
  const child = forkBounded(EATER, { memoryMb: 400, guard })
  const exited = once(child, 'exit')
  const reportedMegabytes: number[] = []
  child.on('message', (allocated) => reportedMegabytes.push(Number(allocated)))
  child.send(megabytes)
  await exited
  return reportedMegabytes[0] ?? null
}

describe.each(guards)('a process bounded by %s', (guard) => {
  it('ends if it exceeds its memory limit', async () => {
    expect(await allocate(guard, 1500)).toBeNull()
  })

  it('keeps running within its memory limit', async () => {
    expect(await allocate(guard, 100)).toBe(100)
  })
})
