import { expect, it } from 'vitest'
import { fakeDesk } from './fake-desk.ts'

it('opens the page of a link that comes while the server is still being asked', async () => {
  const answer = Promise.withResolvers<Response>()
  const { desk, opened } = fakeDesk(
    { origin: 'https://cars.example', from: 'user' },
    async () => await answer.promise,
  )
  let asked: string | null = null
  const started = desk.start(() => asked)
  asked = '/dashboard/reports'
  answer.resolve(new Response(null, { status: 503 }))
  await started
  expect(opened.map(({ path }) => path)).toEqual(['/dashboard/reports'])
})
