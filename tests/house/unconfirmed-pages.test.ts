import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { readSourceFile, type SourceFile } from './source-file.ts'

const root = join(import.meta.dirname, '..', '..')
const files = new Map(
  globSync('src-renderer/**/*.{ts,tsx}', { cwd: root }).map((path) => [
    path,
    readSourceFile(path, readFileSync(join(root, path), 'utf8')),
  ]),
)

/**
 * The hooks that call endpoints that require a confirmed address, such as
 * `useUpdateCarMutation`.
 */
const hooks = Object.entries<Endpoint>(endpoints)
  .filter(([, { needsConfirmedAddress }]) => needsConfirmedAddress)
  .map(([name]) => `use${name.charAt(0).toUpperCase()}${name.slice(1)}Mutation`)

/** Returns the file and all renderer files that it imports, directly or indirectly. */
function withNeeds(path: string, modules = new Set<string>()): ReadonlySet<string> {
  const file = files.get(path)
  if (!file || modules.has(path)) return modules
  modules.add(path)
  for (const { target, isTypeOnly } of file.imports) if (!isTypeOnly) withNeeds(target, modules)
  return modules
}

const asksForProof = ({ path, names }: SourceFile) =>
  !path.endsWith('.api.ts') && hooks.some((hook) => names.has(hook))

/** Pages of the public market, which are exempt because their error message explains what to do. */
const ofTheMarket = ['BuyPanel', 'CarActions', 'CarPage', 'CarSearch', 'CategoryPage', 'SearchPage'].map(
  (name) => `src-renderer/pages/${name}.tsx`,
)

it('pages that require a confirmed address show a notice with a resend option, except market pages', () => {
  const pagesThatNeedProof = globSync('src-renderer/pages/*.tsx', { cwd: root })
    .map((path) => ({ path, needs: withNeeds(path) }))
    .filter(({ needs }) => [...needs].some((path) => asksForProof(files.get(path)!)))
  expect(pagesThatNeedProof.length).toBeGreaterThan(8)
  const withoutNotice = pagesThatNeedProof.filter(
    ({ needs }) => !needs.has('src-renderer/session/UnconfirmedNotice.tsx'),
  )
  expect(withoutNotice.map(({ path }) => path).sort()).toEqual(ofTheMarket)
})
