import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { say } from '../bootstrap/say.cjs'
import { root } from './root.ts'
import { describeUnknownSettings } from './unknown-settings.ts'

/** Reads `.env`, where there is one, into the environment. What is set already wins. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (!existsSync(file)) return
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const known = Array.from(example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm), ([, name]) => name!)
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  for (const line of describeUnknownSettings(names, known)) say(line)
  process.loadEnvFile(file)
}
