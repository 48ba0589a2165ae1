import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCycles, toProductFile, toSaleModule, toServerModule } from './cycles.ts'
import { readSourceFile, type SourceFile } from './source-file.ts'
import { findViolations } from './layers.ts'
import { findWireTypes } from './wire-types.ts'

const root = join(import.meta.dirname, '..', '..')

/** All source files that git tracks or would add, without ignored ones. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '')

function violationsIn(path: string, source: string): string[] {
  return findViolations(readSourceFile(path, source))
}

describe('the project', () => {
  it('is checked in all of its folders', () => {
    const parts = new Set(files.map((path) => path.split('/')[0]))
    for (const part of [
      'contract',
      'server',
      'sandbox',
      'src-main',
      'src-preload',
      'src-renderer',
      'art',
      'scripts',
    ]) {
      expect(parts).toContain(part)
    }
  })

  const sources = files.map((path) => readSourceFile(path, readFileSync(join(root, path), 'utf8')))

  it('follows every house rule', () => {
    expect(sources.flatMap(findViolations)).toEqual([])
  })

  it('builds wire types only in its wire maps', () => {
    expect(findWireTypes(sources)).toEqual([])
  })

  it.each([
    ['features and the sale', toServerModule],
    ['the modules of the sale', toSaleModule],
    ['the files of the product', toProductFile],
  ])('has no import cycle among %s', (_what, moduleOf) => {
    expect(findCycles(sources, moduleOf)).toEqual([])
  })
})

describe('an import cycle', () => {
  const project = (imports: Record<string, string>): SourceFile[] =>
    Object.entries(imports).map(([path, target]) =>
      readSourceFile(path, `import type { X } from '${target}'`),
    )

  it('is reported between a feature and the sale', () => {
    const files = project({
      'server/features/holds/a.ts': '../../sale/payments/b.ts',
      'server/sale/stripe/c.ts': '../../features/holds/d.ts',
    })
    expect(findCycles(files, toServerModule)).toHaveLength(2)
  })

  it('is reported across three modules', () => {
    const files = project({
      'server/sale/holds/a.ts': '../payments/b.ts',
      'server/sale/payments/b.ts': '../refunds/c.ts',
      'server/sale/refunds/c.ts': '../holds/a.ts',
      'server/sale/stripe/d.ts': '../holds/a.ts',
    })
    expect(findCycles(files, toSaleModule)).toHaveLength(3)
    expect(findCycles(files.slice(1), toSaleModule)).toEqual([])
  })
})

describe('a wire type', () => {
  const readWithWireMap = (path: string, source: string) => [
    readSourceFile(
      'server/features/cars/car.wire.ts',
      `import type { Car as WireCar, CarInput } from '../../../contract/cars/cars.ts'`,
    ),
    readSourceFile(path, source),
  ]

  it.each([
    ['server/features/cars/car.repository.ts', `import type { Car } from '../../../contract/cars/cars.ts'`],
    ['server/sale/a.ts', `import type { Car as Listing } from '../../contract/cars/cars.ts'`],
  ])('is reported in %s', (path, source) => {
    expect(findWireTypes(readWithWireMap(path, source))).toEqual([
      `${path}: contract/cars/cars.ts Car is for wire maps`,
    ])
  })

  it.each([
    [
      'another wire map',
      'server/features/pages/page.wire.ts',
      `import type { Car } from '../../../contract/cars/cars.ts'`,
    ],
    ['a domain type of the server', 'server/features/cars/a.ts', `import type { Car } from './car.ts'`],
    [
      'an input',
      'server/features/cars/a.ts',
      `import type { CarInput } from '../../../contract/cars/cars.ts'`,
    ],
    ['the renderer', 'src-renderer/ui/a.ts', `import type { Car } from '../../contract/cars/cars.ts'`],
  ])('is not reported for %s', (_what, path, source) => {
    expect(findWireTypes(readWithWireMap(path, source))).toEqual([])
  })
})

describe('a seeded violation', () => {
  const violations: [rule: string, path: string, source: string][] = [
    ['contract → package', 'contract/a.ts', `import x from 'express'`],
    ['contract → node', 'contract/a.ts', `import { join } from 'node:path'`],
    ['contract → zod/mini', 'contract/a.ts', `import { z } from 'zod/mini'`],
    ['contract → server', 'contract/a.ts', `import type { C } from '../server/config/config.ts'`],
    ['server → renderer', 'server/http/a.ts', `import { x } from '../../src-renderer/api/x.ts'`],
    ['server → sandbox', 'server/http/a.ts', `const x = await import('../../sandbox/main.ts')`],
    ['server → tests', 'server/http/a.ts', `import { x } from '../../tests/support/x.ts'`],
    ['renderer → server', 'src-renderer/api/a.ts', `import type { C } from '../../server/config/config.ts'`],
    [
      'renderer → server, as a type',
      'src-renderer/api/a.ts',
      `export type X = import('../../server/config/config.ts').Config`,
    ],
    ['renderer → electron', 'src-renderer/platform/a.ts', `import { ipcRenderer } from 'electron'`],
    ['renderer → node', 'src-renderer/platform/a.ts', `import { join } from 'node:path'`],
    ['main → renderer', 'src-main/a.ts', `import '../src-renderer/main.tsx'`],
    ['main → server', 'src-main/a.ts', `import { x } from '../server/config/config.ts'`],
    ['main: session → window', 'src-main/session/a.ts', `import type { x } from '../window/window.ts'`],
    ['main: a room → the desk', 'src-main/window/a.ts', `import { x } from '../desk.ts'`],
    ['preload → package', 'src-preload/a.ts', `import { z } from 'zod'`],
    [
      'preload → the channels’ schemas',
      'src-preload/a.ts',
      `import { desktopCalls } from '../contract/desktop/desktop-channels.ts'`,
    ],
    ['preload → the whole contract', 'src-preload/a.ts', `import { x } from '../contract/api/endpoints.ts'`],
    ['sandbox → server', 'sandbox/a.ts', `import { x } from '../server/config/config.ts'`],
    ['art → sandbox', 'art/a.ts', `import { x } from '../sandbox/a.ts'`],
    ['server → art', 'server/db/a.ts', `import { x } from '../../art/wheels.ts'`],
    ['scripts → tests', 'scripts/a.ts', `import { x } from '../tests/support/x.ts'`],
    ['a test → sandbox', 'tests/api/a.test.ts', `import { x } from '../../sandbox/main.ts'`],
    [
      'a service of another feature',
      'server/features/cars/a.ts',
      `import { x } from '../sales/sales.service.ts'`,
    ],
    [
      'routes of another feature',
      'server/features/cars/a.ts',
      `import { x } from '../sales/sales.routes.ts'`,
    ],
    [
      'a service from server/sale',
      'server/sale/holds/a.ts',
      `import { x } from '../../features/cars/cars.service.ts'`,
    ],
    [
      'the core → a feature',
      'server/core/users/a.ts',
      `import { x } from '../../features/cars/car.repository.ts'`,
    ],
    ['the core → the sale', 'server/core/users/a.ts', `import { x } from '../../sale/holds/a.ts'`],
    [
      'the database → a feature',
      'server/db/a.ts',
      `import type { X } from '../features/cars/car.repository.ts'`,
    ],
    [
      'a repository → HTTP',
      'server/features/cars/car.repository.ts',
      `import { x } from '../../http/paging.ts'`,
    ],
    [
      'a repository → a wire map',
      'server/features/cars/car.repository.ts',
      `import { toWireCar } from './car.wire.ts'`,
    ],
    [
      'the sale → a wire map',
      'server/sale/holds/a.ts',
      `import { x } from '../../features/holds/hold.wire.ts'`,
    ],
    [
      'a row beyond its repository',
      'server/features/cars/car.service.ts',
      `import type { Db, Row } from '../../db/tables.ts'`,
    ],
    [
      'a name of the specification',
      'server/features/cars/car.service.ts',
      `export const a = (car: { _id: string }) => car`,
    ],
    ['the same in quotes', 'server/features/cars/car.service.ts', `export const a = 'car.selllerContact'`],
    ['the sale → HTTP', 'server/sale/holds/a.ts', `import type { X } from '../../http/handler.ts'`],
    [
      'a component of another feature',
      'src-renderer/features/cars/A.tsx',
      `import { X } from '../sales/X.tsx'`,
    ],
    ['session → a feature', 'src-renderer/session/a.ts', `import { x } from '../features/cars/cars.api.ts'`],
    ['a feature → the app', 'src-renderer/features/cars/A.tsx', `import type { x } from '../../app/App.tsx'`],
    ['a feature → a page', 'src-renderer/features/cars/A.tsx', `import { X } from '../../pages/X.tsx'`],
    ['ui → a feature', 'src-renderer/ui/A.tsx', `import { x } from '../features/cars/cars.api.ts'`],
    ['a re-export across a wall', 'server/a.ts', `export { x } from '../sandbox/a.ts'\nexport const y = 1`],
    ['a barrel', 'server/db/index.ts', `export * from './a.ts'\nexport { b } from './b.ts'`],
    ['a default export', 'server/db/a.ts', `export default function a() {}`],
    ['any', 'server/db/a.ts', `export const a = (x: any) => x`],
    ['any in a list', 'server/db/a.ts', `export const a: Map<string, any[]> = new Map()`],
    ['which engine it is', 'server/features/cars/a.ts', `export const a = (e: string) => e === 'postgres'`],
    ['the same, of the other', 'server/db/a.ts', `export const a = (e: string) => e !== 'sqlite'`],
    ['both answers', 'server/db/a.ts', `import { either } from './engines/either.ts'`],
    ['the engine of a database', 'server/db/a.ts', `import { getEngine } from './engines/engine.ts'`],
    ['Postgres’ driver', 'server/search/a.ts', `import { Pool } from 'pg'`],
    ['unfinished work', 'server/db/a.ts', `// TODO later\nexport const a = 1`],
    ['lint switched off', 'server/db/a.ts', `// oxlint-disable-next-line\nexport const a = 1`],
    ['a page’s address', 'server/features/cars/a.ts', `export const a = '/dashboard/sales?open=1'`],
    ['the same in a template', 'src-renderer/pages/a.ts', 'export const a = `${b}/car/${c}`'],
    ['the same in markup', 'src-renderer/pages/A.tsx', `export const a = <a href="/#newsletter" />`],
    ['a call’s address', 'src-main/session/a.ts', `void fetch('/api/config')`],
    ['types switched off', 'server/db/a.ts', `// @ts-ignore\nexport const a = 1`],
  ]

  it.each(violations)('is reported: %s', (_rule, path, source) => {
    expect(violationsIn(path, source)).toHaveLength(1)
  })

  it('is reported separately for each of several violations', () => {
    expect(
      violationsIn('contract/a.ts', `import 'express'\nimport 'node:fs'\nexport default 1`),
    ).toHaveLength(3)
  })
})

describe('the rules', () => {
  const allowed: [what: string, path: string, source: string][] = [
    [
      'the driver of an engine',
      'server/db/engines/a.ts',
      `import { Pool } from 'pg'\nexport const a = 'postgres'`,
    ],
    ['contract → zod and itself', 'contract/a.ts', `import * as z from 'zod'\nimport { b } from './b.ts'`],
    [
      "another feature's repository",
      'server/features/cars/a.ts',
      `import { x } from '../sales/sales.repository.ts'`,
    ],
    ['a name of the specification in a wire map', 'server/a/car.wire.ts', `export const a = { _id: '' }`],
    ['a name of the specification in the renderer', 'src-renderer/ui/a.ts', `export const a = { _id: '' }`],
    [
      'a row in its repository',
      'server/features/cars/car.repository.ts',
      `import type { Row } from '../../db/tables.ts'`,
    ],
    [
      "a feature's own service",
      'server/features/cars/cars.routes.ts',
      `import { x } from './cars.service.ts'`,
    ],
    ['a feature → server/sale', 'server/features/cars/a.ts', `import { x } from '../../sale/holds/a.ts'`],
    ['routes in the app', 'server/handlers.ts', `import { x } from './features/cars/cars.routes.ts'`],
    [
      "another feature's api",
      'src-renderer/features/cars/A.tsx',
      `import { x } from '../sales/sales.api.ts'`,
    ],
    ['a page → features', 'src-renderer/pages/A.tsx', `import { X } from '../features/cars/X.tsx'`],
    [
      'preload → the channels’ types',
      'src-preload/a.ts',
      `import type { CallName } from '../contract/desktop/desktop-channels.ts'`,
    ],
    ['main: window → system', 'src-main/window/a.ts', `import { x } from '../system/log-file.ts'`],
    ['a script → sandbox', 'scripts/a.ts', `import { x } from '../sandbox/main.ts'`],
    ['tests/support → sandbox', 'tests/support/a.ts', `import { x } from '../../sandbox/main.ts'`],
    ['a default export for a tool', 'vitest.config.ts', `export default {}`],
    ['addresses in a test', 'tests/e2e/a.spec.ts', `export const a = '/dashboard/sales'`],
    [
      'the prefix of all endpoints',
      'server/http/a.ts',
      `export const a = (url: string) => url.startsWith('/api/')`,
    ],
    ['a file name similar to an address', 'server/http/a.ts', `export const a = '/search-icon.svg'`],
    ['forbidden words in a string', 'server/db/a.ts', `export const a = 'TODO: any @ts-ignore'`],
  ]

  it.each(allowed)('allow %s', (_what, path, source) => {
    expect(violationsIn(path, source)).toEqual([])
  })
})
