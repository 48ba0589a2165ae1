import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { print } from '../bootstrap/print.cjs'
import { root } from './root.ts'

/**
 * Loads a folder's `.env` file, if it exists, into the environment. Variables that are already set take
 * precedence.
 */
export function loadEnvFile(folder = root): void {
  const file = join(folder, '.env')
  if (!existsSync(file)) return
  const example = join(root, '.env.example')
  // Server images do not contain the example file.
  if (existsSync(example)) reportUnknown(file, example)
  process.loadEnvFile(file)
}

function reportUnknown(file: string, example: string): void {
  const lines = readFileSync(example, 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)
  const known = Array.from(lines, ([, name]) => name!)
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  for (const line of describeUnknownSettings(names, known)) print(line)
}

/** Describes each unknown setting, with the known name that is most similar. */
function describeUnknownSettings(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = known
        .map((candidate) => ({ candidate, distance: editDistance(name.toUpperCase(), candidate) }))
        .sort((a, b) => a.distance - b.distance)[0]
      const hint =
        near && near.distance <= Math.max(2, name.length / 3) ? ` Did you mean ${near.candidate}?` : ''
      return `.env: Kerblight has no setting ${name}.${hint}`
    })
}

/** Computes the Levenshtein distance between two names. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
