import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import { CONTRACT_VERSION } from '../../contract/api/version.ts'

const host = vi.hoisted(() => ({ platform: {} as Record<string, unknown> }))
vi.mock('../../src-renderer/platform/current.ts', () => host)

let sentPaths: string[]
/** Oldest console version that the server accepts. */
let oldestConsole: number
/** Creates the responses to all requests except the settings request. */
let respond: () => Response

beforeEach(() => {
  vi.resetModules()
  sentPaths = []
  oldestConsole = CONTRACT_VERSION
  respond = () => Response.json({})
  useHost(CONTRACT_VERSION)
})
afterEach(() => vi.unstubAllGlobals())

function useHost(consoleVersion: number | null) {
  host.platform = {
    consoleVersion,
    readConfig: async () => ({ oldestConsole }),
    fetch: async (path: string) => {
      sentPaths.push(path)
      return respond()
    },
  }
}

/** Imports the module again, as a newly loaded page does. */
async function call(name: EndpointName) {
  const { baseQuery } = await import('../../src-renderer/api/base-query.ts')
  const { signal } = new AbortController()
  return baseQuery({ name, params: { id: 'c1' } }, { signal } as Parameters<typeof baseQuery>[1], {})
}

describe('an outdated console', () => {
  it('does not send rejected writes to the server', async () => {
    oldestConsole = CONTRACT_VERSION + 1
    expect(await call('featureCar')).toMatchObject({ error: { code: 'console-outdated', status: 403 } })
    expect(sentPaths).toEqual([])
  })

  it('can still read and sign out', async () => {
    oldestConsole = CONTRACT_VERSION + 1
    expect(await call('getCar')).toMatchObject({ data: {} })
    expect(await call('logOut')).toMatchObject({ data: {} })
    expect(sentPaths).toEqual(['/api/cars/c1', '/api/session'])
  })

  it('stops writing, with an error, if the server was updated in the meantime', async () => {
    const problem = {
      type: '/problems/console-outdated',
      code: 'console-outdated',
      message: 'x',
      status: 403,
    }
    respond = () => Response.json(problem, { status: 403 })
    expect(await call('featureCar')).toMatchObject({ error: { code: 'console-outdated' } })
    expect(await call('featureCar')).toMatchObject({ error: { code: 'console-outdated' } })
    expect(sentPaths).toHaveLength(1)
  })
})

it.each([
  ['a console of today', CONTRACT_VERSION],
  ['the web, regardless of the settings for consoles', null],
])('%s can write', async (_, version) => {
  useHost(version)
  if (version === null) oldestConsole = CONTRACT_VERSION + 1
  expect(await call('featureCar')).toMatchObject({ data: {} })
  expect(sentPaths).toEqual(['/api/cars/c1/featured'])
})
