import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { extractTitles } from '../house/labels.ts'
import { seededBugs } from './seeded-bugs/security-guards.ts'
import { userFacingBugs } from './seeded-bugs/user-functions.ts'

const project = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

it.each(userFacingBugs.map((bug) => [bug.what, bug] as const))(
  'the source contains exactly one place for the bug: %s',
  (_what, { file, right }) => {
    expect(read(file).split(right)).toHaveLength(2)
  },
)

const selections = [
  ...seededBugs.map(({ what, file, titles }) => ({ what, path: `tests/desktop/${file}`, titles })),
  ...userFacingBugs.flatMap(({ what, test, titles }) =>
    titles === undefined ? [] : [{ what, path: test.includes('/') ? test : `tests/desktop/${test}`, titles }],
  ),
]

it.each(selections)('the pattern selects a test that detects the bug: $what', ({ path, titles }) => {
  const selected = extractTitles(path, read(path)).filter(({ words }) => new RegExp(titles).test(words))
  expect(selected.length).toBeGreaterThan(0)
})
