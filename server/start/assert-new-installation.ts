import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { ProblemError } from '../../contract/api/problems.ts'
import type { BucketSettings, Config } from '../config/config.ts'
import { findNewestCopy } from '../db/backup.ts'
import { DatabaseError } from '../db/database-error.ts'
import { adviseRestore } from '../db/restore-advice.ts'
import { createBucket } from '../gateways/images/bucket.ts'

/**
 * Verifies that a live installation without a database is new. If photos, backups, or an installation ID
 * exist, its database is lost or not mounted, and an empty one must not replace it.
 * @throws DatabaseError that lists the existing data and explains what to do
 */
export async function assertNewInstallation(config: Config): Promise<void> {
  if (config.mode !== 'live') return
  const existingData = [...listData(config), ...(config.imageBucket ? await listObjects(config) : [])]
  if (existingData.length > 0) throw new DatabaseError(describeRejection(config, existingData.join(' and ')))
}

function listData(config: Config): string[] {
  const images = join(config.dataDir, 'images')
  return [
    ...(hasEntries(images) ? [`there are photos or an installation ID in ${images}`] : []),
    ...backupFolders(config)
      .filter((folder) => findNewestBackupCopy(folder) !== null)
      .map((folder) => `there are backups in ${folder}`),
  ]
}

/** Returns true if a folder has entries other than `lost+found`, which the root folder of a volume has. */
function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name !== 'lost+found')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw unreadable(folder, error)
  }
}

/** Returns all backup folders. Backups from before BACKUP_DIR was set stay in the default folder. */
function backupFolders({ backupDir, dataDir }: Config): string[] {
  return [...new Set([backupDir, join(dataDir, 'backups')])]
}

function findNewestBackupCopy(folder: string): string | null {
  try {
    return findNewestCopy(folder)
  } catch (error) {
    throw unreadable(folder, error)
  }
}

function unreadable(folder: string, error: unknown): DatabaseError {
  return new DatabaseError(
    `The database is missing or empty, and ${folder} cannot be read to check for existing data: ${(error as Error).message}. Nothing was changed.`,
    { cause: error },
  )
}

async function listObjects({ imageBucket, postgres, databaseFile }: Config): Promise<string[]> {
  const { bucket: name } = imageBucket as BucketSettings
  const bucket = createBucket(imageBucket as BucketSettings, pino({ level: 'silent' }))
  try {
    for await (const names of bucket.list())
      if (names.length > 0) return [`there are photos or an installation ID in the bucket ${name}`]
    return []
  } catch (error) {
    const reason = error instanceof ProblemError ? error.cause : error
    throw new DatabaseError(
      `The database ${postgres?.shown ?? databaseFile} is missing or empty, and the bucket ${name} cannot be checked for existing photos: ${String(reason)}. Nothing was changed. Check IMAGE_S3_BUCKET, IMAGE_S3_ENDPOINT and the key, or add --init to the start command to create an empty database without this check.`,
      { cause: error },
    )
  } finally {
    bucket.close()
  }
}

function describeRejection(config: Config, existingData: string): string {
  const location = config.postgres?.shown ?? config.databaseFile
  const solutions = [adviseMounting(config), ...adviseRestoring(config), ...initAdvice]
  return `The database ${location} is missing or empty, but ${existingData}. Nothing was changed. Do one of the following:
${solutions.map((solution) => `  - ${solution}`).join('\n')}`
}

function adviseMounting({ postgres, dataDir }: Config): string {
  return postgres
    ? 'If the data is in another database, correct DATABASE_URL. If it is still in SQLite, run npm run migrate:to-postgres.'
    : `If the volume with the database is not mounted, mount it. If the database is elsewhere, correct DATA_DIR (${dataDir}) or DATABASE_URL.`
}

function adviseRestoring(config: Config): string[] {
  if (config.postgres) return ['Restore the database with Postgres tools, such as pg_restore.']
  return [adviseRestore(backupFolders(config))]
}

const initAdvice = [
  'To create an empty database, start once with --init: npm start -- --init (or: node server/serve.ts --init)',
]
