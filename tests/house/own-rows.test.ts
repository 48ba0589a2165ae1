import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoAccounts } from '../../server/features/config/demo-accounts.ts'

const root = join(import.meta.dirname, '..', '..')
const specs = globSync(['tests/e2e/*.spec.ts', 'tests/desktop/*.spec.ts'], { cwd: root })

it('no browser or console test signs in as a shared demo user', () => {
  expect(specs.length).toBeGreaterThan(40)
  const sharing = specs.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return demoAccounts.some(({ email }) => text.includes(email))
  })
  expect(sharing).toEqual([])
})
