import type { PublicConfig } from '../../contract/config.ts'
import { apiCall, test as shared } from './e2e.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export { expect, useToken } from './e2e.ts'

/**
 * The test function for tests of shared data, such as the number or the order of cars. Each test has its own
 * server, which contains only the data that the test adds (`factories.ts`). Signing in through the form and
 * paying require `serverOptions` with the `sandbox` that the whole run shares.
 */
export const test = shared.extend<{
  sandbox: Required<Pick<TestServerOptions, 'identityUrl' | 'stripeUrl'>>
  serverOptions: TestServerOptions
  server: TestServer
}>({
  sandbox: async ({ playwright: _playwright }, use, { project }) => {
    const { identity, stripe } = await apiCall<PublicConfig>(project.use.baseURL!, 'GET', '/config')
    await use({ identityUrl: identity.emulatorUrl!, stripeUrl: new URL(stripe.script!).origin })
  },
  serverOptions: [{}, { option: true }],
  server: async ({ serverOptions }, use) => {
    const server = await startTestServer(serverOptions)
    await use(server)
    await server.close()
  },
  baseURL: ({ server }, use) => use(server.url),
})
