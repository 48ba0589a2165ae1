import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoAccounts } from '../../server/features/config/demo-accounts.ts'

const root = join(import.meta.dirname, '..', '..')
const specs = globSync(['tests/e2e/*.spec.ts', 'tests/desktop/*.spec.ts'], { cwd: root })

it('a browser or console test signs nobody of the demo world in, whom others would share', () => {
  expect(specs.length).toBeGreaterThan(40)
  const sharing = specs.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return demoAccounts.some(({ email }) => text.includes(email))
  })
  expect(sharing).toEqual([])
})
