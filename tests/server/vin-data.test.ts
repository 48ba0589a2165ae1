import { expect, it } from 'vitest'
import { readVinData } from '../../server/features/vins/vin-data.ts'

it('retries a failed read on the next use, and caches a successful read', async () => {
  const failing = () => Promise.reject(new Error('Too many open files'))
  await expect(readVinData(failing)).rejects.toThrow('Too many open files')
  const data = await readVinData()
  expect(data.makers.size).toBeGreaterThan(100)
  expect(await readVinData(failing)).toBe(data)
})
