import { test as shared } from './e2e.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export { expect, useToken } from './e2e.ts'

/**
 * For tests of what belongs to everybody, such as how many cars there are or which come first: each has a server of its
 * own, with nothing but what the test puts into it (`factories.ts`). Nobody signs in by a form there, or pays.
 */
export const test = shared.extend<{ serverOptions: TestServerOptions; server: TestServer }>({
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions }, use) => {
    const server = await startTestServer(serverOptions)
    await use(server)
    await server.close()
  },
  baseURL: ({ server }, use) => use(server.url),
})
