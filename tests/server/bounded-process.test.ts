import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forkBounded, type MemoryGuard } from '../../server/system/bounded-process.ts'

const EATER = join(import.meta.dirname, '../support/memory-eater.ts')
const guards: MemoryGuard[] = process.platform === 'linux' ? ['watchdog', 'prlimit'] : ['watchdog']

/** Returns the megabytes that the process reported, or null if it ended without a report. */
async function eat(guard: MemoryGuard, megabytes: number): Promise<number | null> {
  const child = forkBounded(EATER, { memoryMb: 400, guard })
  const ended = once(child, 'exit')
  const reported: number[] = []
  child.on('message', (allocated) => reported.push(Number(allocated)))
  child.send(megabytes)
  await ended
  return reported[0] ?? null
}

describe.each(guards)('a process that %s bounds', (guard) => {
  it('ends if it exceeds its memory limit', async () => {
    expect(await eat(guard, 1500)).toBeNull()
  })

  it('keeps running within its memory limit', async () => {
    expect(await eat(guard, 100)).toBe(100)
  })
})
