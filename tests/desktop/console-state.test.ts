import { expect, it } from 'vitest'
import { buildConfig } from './config-factory.ts'
import { createFakeConsoleState } from './fake-console-state.ts'

it('the console opens the page of a link received while the server check is pending', async () => {
  const response = Promise.withResolvers<Response>()
  const { consoleState, opened } = createFakeConsoleState(
    { origin: 'https://cars.example', from: 'user' },
    async () => await response.promise,
  )
  let requestedPath: string | null = null
  const started = consoleState.start(() => requestedPath)
  requestedPath = '/dashboard/reports'
  response.resolve(new Response(null, { status: 503 }))
  await started
  expect(opened.map(({ path }) => path)).toEqual(['/dashboard/reports'])
})

it.each([
  ['policy', 'Your administrator’s policy'],
  ['environment', 'The variable KERBLIGHT_API_ORIGIN'],
] as const)('connects to no other server than the %s sets, and names that source', async (from, origin) => {
  const { consoleState } = createFakeConsoleState({ origin: 'https://cars.example', from })
  const response = await consoleState.connect('https://others.example')
  expect(response).toEqual({ ok: false, message: `${origin} sets the address.` })
})

it('the console reloads a page when the photo settings arrive, not later during work', async () => {
  let response = new Response(null, { status: 503 })
  const { consoleState, reloads } = createFakeConsoleState(
    { origin: 'https://cars.example', from: 'user' },
    async () => response,
  )
  await consoleState.start(() => null)
  response = Response.json(buildConfig())
  // The page makes this call after it has loaded.
  await consoleState.connection()!.readConfig()
  await expect.poll(reloads).toBe(1)
})
