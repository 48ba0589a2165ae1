import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const busy = join(import.meta.dirname, '..', '..', 'scripts', 'lib', 'busy.ts')

it('a busy process exits when its parent has ended', async () => {
  const child = fork(busy)
  await once(child, 'spawn')
  const exit = once(child, 'exit')
  // To the child, its parent now seems to have been killed.
  child.disconnect()
  const [code] = (await exit) as [number]
  expect(code).toBe(1)
})
