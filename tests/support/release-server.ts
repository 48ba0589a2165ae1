import type { Lanes } from '../../server/scheduling/lanes.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** The clock of the server that writes a fixture, and of each server that reads it. */
export const fixtureTime = new Date('2026-11-27T12:00:00.000Z')

/**
 * Job lanes that do nothing. Unfinished work in the fixture remains unchanged, so each response is the same
 * at any time.
 */
const idle: Lanes = { wake() {}, idle: async () => {}, close: async () => {} }

/**
 * Starts the current server on the data of a release. The URLs in its responses do not depend on its port.
 */
export function startOnRelease(
  { config, ...options }: TestServerOptions,
  now: Date = fixtureTime,
): Promise<TestServer> {
  return startTestServer({
    ...options,
    now: () => now,
    context: { imports: idle, longReverts: idle, erasures: idle, sellerFees: idle },
    config: {
      tokenSecret: 'the-secret-of-the-sessions-in-all-fixtures-of-releases',
      publicUrl: 'https://market.test',
      ...config,
    },
  })
}
