import { execFileSync } from 'node:child_process'
import { root } from './root.ts'
import { runTool } from './run.ts'

/** Matches the lines of package.json after whose last change all commits must follow the rules. */
const startOfRange = '^  "version": |"body-empty"'

/**
 * Lints the messages of the commits since the last release, or since the last change of the rules.
 * @returns the exit code of commitlint; 0 if there is no git history
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
