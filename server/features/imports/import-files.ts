import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

type StorageConfig = Pick<Config, 'dataDir'>

/**
 * Returns the folder for uploaded spreadsheets. Each file is named after its import's ID and remains until it
 * is imported.
 */
export function importFolder({ dataDir }: StorageConfig): string {
  return join(dataDir, 'imports')
}

export function importFile(config: StorageConfig, id: string): string {
  return join(importFolder(config), id)
}

export async function makeImportFolder(config: StorageConfig): Promise<string> {
  const folder = importFolder(config)
  await mkdir(folder, { recursive: true })
  return folder
}

export function keepImportFile(config: StorageConfig, received: string, id: string): Promise<void> {
  return rename(received, importFile(config, id))
}

export async function removeImportFile(config: StorageConfig, id: string): Promise<void> {
  await rm(importFile(config, id), { force: true })
  await rm(readingMark(importFile(config, id)), { force: true })
}

/**
 * Returns the path of a marker file that exists while an import's spreadsheet is being read. It contains one
 * byte per attempt. The server removes it after each attempt, so it remains only if the server was killed.
 */
export function readingMark(file: string): string {
  return `${file}.reading`
}

const HOUR_MS = 3600_000

/**
 * Removes files that belong to none of the given imports, such as incomplete uploads. Files that are less
 * than an hour old remain.
 */
export async function removeStrayFiles(config: StorageConfig, importIds: ReadonlySet<string>): Promise<void> {
  const folder = await makeImportFolder(config)
  const retained = new Set([...importIds].flatMap((id) => [id, readingMark(id)]))
  for (const name of await readdir(folder)) {
    if (retained.has(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - HOUR_MS) await rm(join(folder, name), { force: true })
  }
}
