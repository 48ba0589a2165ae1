import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { listen } from '../../server/db/engines/postgres-listener.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
const warnings: Error[] = []
const note = (warning: Error) => void warnings.push(warning)
beforeAll(async () => {
  process.on('warning', note)
  database = await createTestDatabase(inject('postgresUrl'), 'empty')
})
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})
afterAll(async () => {
  await database.drop()
  process.off('warning', note)
})

const CHANNEL = 'a test'
async function openListener(onHeard: (text: string) => void = () => {}) {
  const listener = await listen(database.address.url, [CHANNEL], {
    onHeard: (_channel, text) => onHeard(text),
    onLost() {},
    onBack() {},
  })
  cleanups.push(listener.close)
  return listener
}

const texts = Array.from({ length: 300 }, (_, index) => `message ${index}`)

it('runs one query at a time and sends notifications in order', async () => {
  const received: string[] = []
  await openListener((text) => received.push(text))
  const speaker = await openListener()
  for (const text of texts) speaker.notify(CHANNEL, text)
  const [count, lock, secondLock] = await Promise.all([
    speaker.countPeers(),
    speaker.takeLock('a job'),
    speaker.takeLock('another'),
  ])
  expect([count, lock?.isHeld(), secondLock?.isHeld()]).toEqual([1, true, true])
  await expect.poll(() => received).toEqual(texts)
  expect(warnings).toEqual([])
})

it('sends all notifications before it closes', async () => {
  const received: string[] = []
  await openListener((text) => received.push(text))
  const speaker = await openListener()
  for (const text of texts) speaker.notify(CHANNEL, text)
  await speaker.close()
  await expect.poll(() => received).toEqual(texts)
})
