import { expect, it } from 'vitest'
import { tryAgain } from '../../server/db/engines/transactions.ts'
import { toProblem } from '../../server/http/problem.ts'

const collision = () => Promise.reject(Object.assign(new Error('could not serialize'), { code: '40001' }))

it('what others were in the way of each time is refused as busy, and may be asked again', async () => {
  let tries = 0
  const refused: unknown = await tryAgain(() => {
    tries++
    return collision()
  }).catch((error: unknown) => error)
  expect(tries).toBe(20)
  expect(toProblem(refused)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})

it('what was refused for another reason is tried once', async () => {
  const fault = new Error('no such column')
  await expect(tryAgain(() => Promise.reject(fault))).rejects.toBe(fault)
})
