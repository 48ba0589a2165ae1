import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSubjectViolations } from '../../scripts/lib/check-commits.ts'
import { root } from '../../scripts/lib/root.ts'

const commitlint = join(root, 'node_modules/@commitlint/cli/cli.js')

function lint(message: string): number | null {
  return spawnSync(process.execPath, [commitlint], { cwd: root, input: message }).status
}

it('accepts a conventional subject with the reason in the body', () => {
  expect(lint('fix(console): limit Delete to the focused row\n\nIt deleted the selection, too.')).toBe(0)
})

it.each([
  ['a subject without a type', 'limit Delete to the focused row\n\nThe reason.'],
  ['a message without a body', 'fix(console): limit Delete to the focused row'],
  ['a subject of 73 characters', `fix: ${'x'.repeat(68)}\n\nThe reason.`],
])('rejects %s', (_what, message) => {
  expect(lint(message)).not.toBe(0)
})

it('rejects subjects with words that the style guide replaces', () => {
  const subjects = [
    'fix(cars): keep both of two cars chosen at once',
    'feat(shortlist): tell users of price changes',
    'fix(console): limit Delete to the focused row',
    'fix(cars): add the column `kept`',
  ]
  expect(findSubjectViolations(subjects)).toEqual([
    'The commit subject "fix(cars): keep both of two cars chosen at once" contains "at once".',
    'The commit subject "feat(shortlist): tell users of price changes" contains "tell".',
  ])
})
