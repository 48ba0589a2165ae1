import { execFileSync } from 'node:child_process'
import { findDiscouragedWords } from './discouraged-words.ts'
import { root } from './root.ts'
import { runTool } from './run.ts'

/**
 * Matches two lines of package.json: the version, and the rule for bodies. Only commits after the last change of
 * these lines are checked.
 */
const startOfRange = '^  "version": |"body-empty"'

/** The file with the words that subjects must not contain. The rule applies to commits after its last change. */
const WORDS_FILE = 'scripts/lib/discouraged-words.ts'

/**
 * Lints the messages of all commits since the last release or the last change to the rules.
 * @returns commitlint's exit code, 1 if a subject contains a replaced word, or 0 if there is no git history
 */
export async function checkCommits(): Promise<number> {
  const start = findStart('-G', startOfRange, '--', 'package.json')
  if (start === null) {
    console.log('There is no git history, so no commit message is checked.')
    return 0
  }
  const wordsStart = findStart('--', WORDS_FILE)
  const subjects = wordsStart === null ? '' : git('log', '--format=%s', 'HEAD', `^${start}`, `^${wordsStart}`)
  const violations = findSubjectViolations(subjects.split('\n'))
  for (const violation of violations) console.error(violation)
  const code = await runTool('@commitlint/cli', ['--from', start])
  return code === 0 && violations.length > 0 ? 1 : code
}

/** Returns one line for each word in a commit subject that the style guide replaces. */
export function findSubjectViolations(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) =>
    findDiscouragedWords(subject).map((word) => `The commit subject "${subject}" contains "${word}".`),
  )
}

function findStart(...filter: string[]): string | null {
  try {
    return git('log', '-1', '--format=%H', ...filter) || null
  } catch {
    return null
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}
