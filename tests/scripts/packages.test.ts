import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { findAdvisories } from '../../scripts/packages/advisories.ts'
import { evaluateAdvisories } from '../../scripts/packages/evaluate-advisories.ts'
import { findLicenseErrors } from '../../scripts/packages/licenses.ts'
import { readListedPackages } from '../../scripts/packages/listed-packages.ts'
import { readLockedPackages } from '../../scripts/packages/locked-packages.ts'
import { listShippedPackages } from '../../scripts/packages/check-packages.ts'
import { allows } from '../../scripts/packages/spdx.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'kerblight-packages-'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(path: string, json: unknown): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), JSON.stringify(json))
}

function lock(packages: Record<string, object>): void {
  const declared = { name: 'project', version: '1.0.0', dependencies: { wheel: '1.0.0' } }
  write('package.json', declared)
  write('package-lock.json', { ...declared, lockfileVersion: 3, packages: { '': declared, ...packages } })
}

describe('an SPDX expression', () => {
  const free = (license: string) => ['MIT', 'ISC', 'Apache-2.0 WITH LLVM-exception'].includes(license)

  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['GPL-3.0-only OR MIT', true],
    ['(GPL-3.0-only OR MIT)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT OR ISC AND GPL-3.0-only', true],
    ['GPL-3.0-only OR MIT AND GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only) AND GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only) AND (ISC OR GPL-3.0-only)', true],
    ['Apache-2.0 WITH LLVM-exception', true],
    ['MIT WITH LLVM-exception', false],
    ['', false],
    ['MIT ISC', false],
    ['(MIT', false],
    ['MIT)', false],
    ['MIT OR', false],
    ['SEE LICENSE IN LICENSE.md', false],
  ])('can be satisfied by allowed licenses: %s → %s', (expression, isAllowed) => {
    expect(allows(expression, free)).toBe(isAllowed)
  })
})

describe('licenses', () => {
  const wheel = { name: 'wheel', version: '1.0.0', license: 'MIT', path: 'node_modules/wheel', needs: [] }

  it('are read from the installed package, or from the lock file if it is not installed, including legacy forms', () => {
    lock({
      'node_modules/wheel': { version: '1.0.0', license: 'MIT' },
      'node_modules/wheel/node_modules/@tools/hub': {
        version: '2.0.0',
        license: 'ISC',
      },
      'node_modules/old': { version: '0.1.0' },
      'node_modules/older': { version: '0.1.0' },
      'node_modules/none': { version: '0.1.0' },
    })
    write('node_modules/wheel/package.json', { name: 'wheel', license: 'GPL-3.0-only' })
    write('node_modules/old/package.json', { name: 'old', license: { type: 'MIT', url: '' } })
    write('node_modules/older/package.json', { name: 'older', licenses: [{ type: 'GPL' }, { type: 'ISC' }] })
    write('node_modules/none/package.json', { name: 'none' })
    expect(readLockedPackages(project).map(({ name, license }) => [name, license])).toEqual([
      ['wheel', 'GPL-3.0-only'],
      ['@tools/hub', 'ISC'],
      ['old', 'MIT'],
      ['older', 'GPL OR ISC'],
      ['none', null],
    ])
  })

  it.each(['GPL-3.0-only', 'UNLICENSED', 'MIT AND AGPL-3.0-only', 'Commons Clause', null])(
    'cause an error that names the package: %s',
    (license) => {
      const errors = findLicenseErrors([wheel, { ...wheel, name: 'hub', license }], [])
      expect(errors).toEqual([expect.stringContaining(`hub 1.0.0 has the license ${license ?? '(none)'}`)])
    },
  )

  it('can be allowed by an exception for one package and license while it is needed', () => {
    const exceptions = [{ name: /^hub$/, license: 'GPL-3.0-only', reason: 'a test' }]
    const hub = { ...wheel, name: 'hub', license: 'GPL-3.0-only' }
    expect(findLicenseErrors([wheel, hub], exceptions)).toEqual([])
    expect(findLicenseErrors([{ ...hub, name: 'hub2' }, hub], exceptions)).toHaveLength(1)
    expect(findLicenseErrors([{ ...hub, license: 'AGPL-3.0-only' }], exceptions)).toHaveLength(2)
    expect(findLicenseErrors([wheel], exceptions)).toEqual([expect.stringContaining('no longer needed')])
  })
})

describe('the list of shipped packages', () => {
  it('contains the listed packages and each resolved dependency under its real name', () => {
    lock({
      'node_modules/wheel': {
        version: '1.0.0',
        dependencies: { hub: '1', rim: 'npm:alloy@1' },
        optionalDependencies: { cap: '1' },
        peerDependencies: { axle: '1', trailer: '1' },
        peerDependenciesMeta: { trailer: { optional: true } },
      },
      'node_modules/wheel/node_modules/hub': { version: '1.0.0', dependencies: { bolt: '1' } },
      'node_modules/hub': { version: '2.0.0', dependencies: { wrench: '1' } },
      'node_modules/rim': { name: 'alloy', version: '1.0.0', dependencies: { wheel: '1' } },
      'node_modules/electron': { version: '1.0.0', dependencies: { crane: '1' } },
      ...Object.fromEntries(
        ['cap', 'axle', 'trailer', 'bolt', 'wrench', 'crane', 'jack'].map((name) => [
          `node_modules/${name}`,
          { version: '1.0.0', dev: true },
        ]),
      ),
    })
    const shipped = listShippedPackages(readLockedPackages(project), ['wheel', 'electron'])
    expect([...shipped].toSorted()).toEqual(['alloy', 'axle', 'bolt', 'cap', 'electron', 'hub', 'wheel'])
  })

  it('contains all packages that the server installs and the bundles’ indirect dependencies', () => {
    const shipped = listShippedPackages(
      readLockedPackages(root),
      [...readListedPackages(root).values()].flat(),
    )
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const installed = Object.entries<{ dev?: boolean }>(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path]) => path.split('node_modules/').at(-1))
    const bundled = ['react-router', '@floating-ui/dom', '@firebase/app', 'scheduler', 'builder-util-runtime']
    expect([...installed, ...bundled, 'electron'].filter((name) => !shipped.has(name!))).toEqual([])
    expect(
      ['vitest', 'vite', 'electron-builder', '@electron/get'].filter((name) => shipped.has(name)),
    ).toEqual([])
  })
})

describe('advisories', () => {
  beforeEach(() =>
    lock({ 'node_modules/wheel': { version: '1.0.0', resolved: 'https://registry.test/wheel.tgz' } }),
  )

  /**
   * Runs the check against a substitute for the part of the npm registry that `npm audit` uses. npm caches
   * advisories, so each project has its own cache.
   */
  async function ask(listener: RequestListener, args: string[] = []) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return findAdvisories(project, ['--registry', registry, '--cache', join(project, 'cache'), ...args])
  }

  const advisory = {
    id: 1,
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    title: 'Wheels come off',
    severity: 'high',
    vulnerable_versions: '<=1.0.0',
  }

  const { url, title, severity } = advisory
  const knownReport = { advisories: [{ name: 'wheel', url, title, severity }] }

  const registry: RequestListener = (req, res) => {
    const advisories = { wheel: [advisory] }
    const versions = { '1.0.0': { name: 'wheel', version: '1.0.0' } }
    const isBulk = req.method === 'POST' && req.url?.endsWith('/advisories/bulk')
    res.setHeader('content-type', 'application/json')
    res.end(
      JSON.stringify(isBulk ? advisories : { name: 'wheel', 'dist-tags': { latest: '1.0.0' }, versions }),
    )
  }

  it('come from the registry', async () => {
    expect(await ask(registry)).toEqual(knownReport)
  })

  it.each([
    ['offline', 'true'],
    ['audit', 'false'],
    ['omit', 'dev optional peer'],
  ])('are requested even if npm is set to %s=%s', async (setting, value) => {
    lock({
      'node_modules/wheel': {
        version: '1.0.0',
        resolved: 'https://registry.test/wheel.tgz',
        dev: true,
        optional: true,
        peer: true,
      },
    })
    vi.stubEnv(`npm_config_${setting}`, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await ask(registry)).toEqual(knownReport)
  })

  it('can be empty', async () => {
    expect(await ask((_req, res) => res.setHeader('content-type', 'application/json').end('{}'))).toEqual({
      advisories: [],
    })
  })

  it.each<[string, RequestListener]>([
    ['does not support advisories', (_req, res) => res.writeHead(405, { allow: 'GET,HEAD' }).end()],
    ['fails', (_req, res) => res.writeHead(500).end()],
    ['responds with something else', (_req, res) => res.end('<html>')],
    ['hangs up', (req) => req.socket.destroy()],
  ])('are unavailable if the registry %s', async (_what, listener) => {
    expect(await ask(listener)).toEqual({ unavailable: expect.stringMatching(/./) })
  })

  it('are not awaited if the registry does not respond', async () => {
    expect(await ask(() => {}, ['--fetch-timeout=300'])).toEqual({ unavailable: expect.stringMatching(/./) })
  })

  it('fail the check if severe and shipped to users, unless accepted after review', () => {
    const of = (name: string, severity: string) => ({
      name,
      severity,
      title: 'It breaks',
      url: `https://a.test/${name}`,
    })
    const shipped = new Set(['wheel', 'door'])
    const judge = (advisories: ReturnType<typeof of>[], accepted: { url: string; reason: string }[] = []) =>
      evaluateAdvisories({ advisories }, shipped, accepted)
    expect(judge([]).failed).toBe(false)
    expect(judge([of('wheel', 'moderate'), of('jack', 'critical')]).failed).toBe(false)
    for (const severity of ['high', 'critical']) {
      const verdict = judge([of('wheel', severity), of('door', 'low')])
      expect(verdict.failed).toBe(true)
      expect(verdict.lines[0]).toBe(`! wheel: ${severity}: It breaks https://a.test/wheel`)
    }
    expect(judge([of('wheel', 'high')], [{ url: 'https://a.test/wheel', reason: 'a test' }]).failed).toBe(
      false,
    )
    const outlived = judge([], [{ url: 'https://a.test/wheel', reason: 'a test' }])
    expect(outlived.lines).toContainEqual(expect.stringContaining('https://a.test/wheel is no longer needed'))
    expect(outlived.failed).toBe(false)
    expect(evaluateAdvisories({ unavailable: '405' }, shipped)).toEqual({
      lines: [expect.stringContaining('405')],
      failed: false,
    })
  })
})
