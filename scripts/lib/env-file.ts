import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { say } from '../bootstrap/say.cjs'
import { root } from './root.ts'
import { describeUnknownSettings } from './unknown-settings.ts'

/** Reads the `.env` of a folder, if it exists, into the environment. Variables that are set already win. */
export function loadEnvFile(folder = root): void {
  const file = join(folder, '.env')
  if (!existsSync(file)) return
  const example = join(root, '.env.example')
  // Images of the server have no example.
  if (existsSync(example)) reportUnknown(file, example)
  process.loadEnvFile(file)
}

function reportUnknown(file: string, example: string): void {
  const lines = readFileSync(example, 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)
  const known = Array.from(lines, ([, name]) => name!)
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  for (const line of describeUnknownSettings(names, known)) say(line)
}
