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
  const knownNames = Array.from(lines, ([, name]) => name!)
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  for (const line of describeUnknownSettings(names, knownNames)) print(line)
}

/** Describes each unknown setting, with the known name that is most similar. */
function describeUnknownSettings(names: readonly string[], knownNames: readonly string[]): string[] {
  return names
    .filter((name) => !knownNames.includes(name))
    .map((name) => {
      const similar = knownNames
        .map((candidate) => ({ candidate, distance: editDistance(name.toUpperCase(), candidate) }))
        .sort((a, b) => a.distance - b.distance)[0]
      const hint =
        similar && similar.distance <= Math.max(2, name.length / 3)
          ? ` Did you mean ${similar.candidate}?`
          : ''
      return `.env: Kerblight has no setting ${name}.${hint}`
    })
}

/** Computes the Levenshtein distance. */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i++) {
    const next = [i]
    for (let j = 1; j <= second.length; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (first[i - 1] === second[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1)!
}
