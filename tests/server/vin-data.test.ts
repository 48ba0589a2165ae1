import { expect, it } from 'vitest'
import { readVinData } from '../../server/features/vins/vin-data.ts'

it('is read again by the next who needs it where reading failed, and once where it did not', async () => {
  const failing = () => Promise.reject(new Error('Too many open files'))
  await expect(readVinData(failing)).rejects.toThrow('Too many open files')
  const data = await readVinData()
  expect(data.makers.size).toBeGreaterThan(100)
  expect(await readVinData(failing)).toBe(data)
})
