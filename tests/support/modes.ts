import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Lists each file and folder that the group or other users can access, with its mode. It includes `folder`
 * itself.
 */
export function listExposedFiles(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
    .map((path) => ({ path, mode: statSync(path, { throwIfNoEntry: false })?.mode ?? 0 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => `${relative(folder, path) || '.'} ${(mode & 0o777).toString(8)}`)
}
