import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSourceFile } from './source-file.ts'
import { findFaults } from './walls.ts'

const root = join(import.meta.dirname, '..', '..')

/** What git knows or would add: every source file that is not ignored. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '')

function faultsIn(path: string, source: string): string[] {
  return findFaults(readSourceFile(path, source))
}

describe('the project', () => {
  it('is read whole', () => {
    const parts = new Set(files.map((path) => path.split('/')[0]))
    for (const part of [
      'contract',
      'server',
      'sandbox',
      'src-main',
      'src-preload',
      'src-renderer',
      'scripts',
    ]) {
      expect(parts).toContain(part)
    }
  })

  it('keeps every house rule', () => {
    expect(files.flatMap((path) => faultsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})

describe('a planted fault is caught', () => {
  const planted: [rule: string, path: string, source: string][] = [
    ['contract → package', 'contract/a.ts', `import x from 'express'`],
    ['contract → node', 'contract/a.ts', `import { join } from 'node:path'`],
    ['contract → zod/mini', 'contract/a.ts', `import { z } from 'zod/mini'`],
    ['contract → server', 'contract/a.ts', `import type { C } from '../server/config.ts'`],
    ['server → renderer', 'server/http/a.ts', `import { x } from '../../src-renderer/api/x.ts'`],
    ['server → sandbox', 'server/http/a.ts', `const x = await import('../../sandbox/main.ts')`],
    ['server → tests', 'server/http/a.ts', `import { x } from '../../tests/support/x.ts'`],
    ['renderer → server', 'src-renderer/api/a.ts', `import type { C } from '../../server/config.ts'`],
    [
      'renderer → server, as a type',
      'src-renderer/api/a.ts',
      `export type X = import('../../server/config.ts').Config`,
    ],
    ['renderer → electron', 'src-renderer/platform/a.ts', `import { ipcRenderer } from 'electron'`],
    ['renderer → node', 'src-renderer/platform/a.ts', `import { join } from 'node:path'`],
    ['main → renderer', 'src-main/a.ts', `import '../src-renderer/main.tsx'`],
    ['main → server', 'src-main/a.ts', `import { x } from '../server/config.ts'`],
    ['preload → package', 'src-preload/a.ts', `import { z } from 'zod'`],
    [
      'preload → the channels’ schemas',
      'src-preload/a.ts',
      `import { desktopCalls } from '../contract/desktop-channels.ts'`,
    ],
    ['preload → the whole contract', 'src-preload/a.ts', `import { x } from '../contract/endpoints.ts'`],
    ['sandbox → server', 'sandbox/a.ts', `import { x } from '../server/config.ts'`],
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
      'server/sale/a.ts',
      `import { x } from '../features/cars/cars.service.ts'`,
    ],
    [
      'a component of another feature',
      'src-renderer/features/cars/A.tsx',
      `import { X } from '../sales/X.tsx'`,
    ],
    ['a feature → a page', 'src-renderer/features/cars/A.tsx', `import { X } from '../../pages/X.tsx'`],
    ['ui → a feature', 'src-renderer/ui/A.tsx', `import { x } from '../features/cars/cars.api.ts'`],
    ['a re-export across a wall', 'server/a.ts', `export { x } from '../sandbox/a.ts'\nexport const y = 1`],
    ['a barrel', 'server/db/index.ts', `export * from './a.ts'\nexport { b } from './b.ts'`],
    ['a default export', 'server/db/a.ts', `export default function a() {}`],
    ['any', 'server/db/a.ts', `export const a = (x: any) => x`],
    ['any in a list', 'server/db/a.ts', `export const a: Map<string, any[]> = new Map()`],
    ['unfinished work', 'server/db/a.ts', `// TODO later\nexport const a = 1`],
    ['lint switched off', 'server/db/a.ts', `// oxlint-disable-next-line\nexport const a = 1`],
    ['types switched off', 'server/db/a.ts', `// @ts-ignore\nexport const a = 1`],
  ]

  it.each(planted)('%s', (_rule, path, source) => {
    expect(faultsIn(path, source)).toHaveLength(1)
  })

  it('one for each of several', () => {
    expect(faultsIn('contract/a.ts', `import 'express'\nimport 'node:fs'\nexport default 1`)).toHaveLength(3)
  })
})

describe('what the rules allow', () => {
  const allowed: [what: string, path: string, source: string][] = [
    ['contract → zod and itself', 'contract/a.ts', `import * as z from 'zod'\nimport { b } from './b.ts'`],
    [
      "another feature's repository",
      'server/features/cars/a.ts',
      `import { x } from '../sales/sales.repository.ts'`,
    ],
    [
      "a feature's own service",
      'server/features/cars/cars.routes.ts',
      `import { x } from './cars.service.ts'`,
    ],
    ['a feature → server/sale', 'server/features/cars/a.ts', `import { x } from '../../sale/reserve.ts'`],
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
      `import type { CallName } from '../contract/desktop-channels.ts'`,
    ],
    ['a script → sandbox', 'scripts/a.ts', `import { x } from '../sandbox/main.ts'`],
    ['tests/support → sandbox', 'tests/support/a.ts', `import { x } from '../../sandbox/main.ts'`],
    ['a default export for a tool', 'vitest.config.ts', `export default {}`],
    ['the words in a string', 'server/db/a.ts', `export const a = 'TODO: any @ts-ignore'`],
  ]

  it.each(allowed)('%s', (_what, path, source) => {
    expect(faultsIn(path, source)).toEqual([])
  })
})
