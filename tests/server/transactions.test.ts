import { expect, it } from 'vitest'
import { tryAgain } from '../../server/db/engines/transactions.ts'
import { toProblem } from '../../server/http/problem.ts'

const collision = () => Promise.reject(Object.assign(new Error('could not serialize'), { code: '40001' }))

it('rejects a transaction that conflicts on every try as busy, with a retry delay', async () => {
  let attempts = 0
  const rejected: unknown = await tryAgain(() => {
    attempts++
    return collision()
  }).catch((error: unknown) => error)
  expect(attempts).toBe(20)
  expect(toProblem(rejected)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})

it('does not retry a transaction that fails for another reason', async () => {
  const columnError = new Error('no such column')
  await expect(tryAgain(() => Promise.reject(columnError))).rejects.toBe(columnError)
})
