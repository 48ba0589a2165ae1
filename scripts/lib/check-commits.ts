import { execFileSync } from 'node:child_process'
import { root } from './root.ts'
import { runTool } from './run.ts'

/**
 * A pattern for lines in package.json. Commits made after such a line last changed must follow the message
 * rules.
 */
const startOfRange = '^  "version": |"body-empty"'

/**
 * Lints the messages of all commits since the last release or the last change to the rules.
 * @returns commitlint's exit code, or 0 if there is no git history
 */
export async function checkCommits(): Promise<number> {
  const start = findStart()
  if (start !== null) return runTool('@commitlint/cli', ['--from', start])
  console.log('There is no git history, so no commit message is checked.')
  return 0
}

function findStart(): string | null {
  const args = ['log', '-1', '--format=%H', '-G', startOfRange, '--', 'package.json']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim() || null
  } catch {
    return null
  }
}
