import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Reads `.env`, where there is one, into the environment. What is set already wins. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
