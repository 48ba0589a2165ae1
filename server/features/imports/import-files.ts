import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

type Place = Pick<Config, 'dataDir'>

/**
 * Returns the folder for uploaded spreadsheets. Each file is named after its import's ID and remains until it
 * is imported.
 */
export function importFolder({ dataDir }: Place): string {
  return join(dataDir, 'imports')
}

export function importFile(config: Place, id: string): string {
  return join(importFolder(config), id)
}

export async function makeImportFolder(config: Place): Promise<string> {
  const folder = importFolder(config)
  await mkdir(folder, { recursive: true })
  return folder
}

/**
 * Moves an uploaded file to the import folder.
 * @param received the path of the upload
 */
export function keepImportFile(config: Place, received: string, id: string): Promise<void> {
  return rename(received, importFile(config, id))
}

export async function removeImportFile(config: Place, id: string): Promise<void> {
  await rm(importFile(config, id), { force: true })
  await rm(readingMark(importFile(config, id)), { force: true })
}

/**
 * Returns the path of a marker file that exists while an import's spreadsheet is being read. It contains one
 * byte per attempt. The server removes it when the reader has ended, so it remains only if the server was
 * killed during the attempt.
 */
export function readingMark(file: string): string {
  return `${file}.reading`
}

const HOUR_MS = 3600_000

/**
 * Removes files that belong to no known import: old files, files of deleted accounts, and incomplete uploads.
 * Files that are less than an hour old remain.
 */
export async function removeStrayFiles(config: Place, known: ReadonlySet<string>): Promise<void> {
  const folder = await makeImportFolder(config)
  const retained = new Set([...known].flatMap((id) => [id, readingMark(id)]))
  for (const name of await readdir(folder)) {
    if (retained.has(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - HOUR_MS) await rm(join(folder, name), { force: true })
  }
}
