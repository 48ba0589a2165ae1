import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { readNewestBackup } from '../db/backup.ts'
import type { Database } from '../db/database.ts'
import { countSendableMails } from '../core/messages/email.repository.ts'
import type { Sample } from '../http/metrics.ts'
import type { BuildInfo } from './build-info.ts'

export function addGauges(ctx: Context, database: Database, build: BuildInfo): void {
  const { config, metrics, events } = ctx
  const labels = { ...build, node: process.version }
  metrics.addGauge(
    'kerblight_build_info',
    'Always 1. The labels name the build.',
    () => [{ labels, value: 1 }],
    Object.keys(labels),
  )
  metrics.addGauge('kerblight_event_streams', 'Open event streams.', () => events.countStreams())
  metrics.addGauge('kerblight_stranger_streams', 'Open event streams without a sign-in.', () =>
    events.countStrangers(),
  )
  metrics.addGauge(
    'kerblight_mail_queue_length',
    'Emails in the queue by state: "waiting" before the first attempt, "retrying" after a failed one.',
    async () => {
      if (database.unreachableSince() !== null) return []
      const { waiting, retrying } = await countSendableMails(ctx.db, config.unconfirmedAddresses === 'trade')
      return [buildSample('state', 'waiting', waiting), buildSample('state', 'retrying', retrying)]
    },
    ['state'],
  )
  addDatabaseGauges(ctx, database)
  addDiskGauges(ctx, database)
}

function addDatabaseGauges({ metrics }: Context, database: Database): void {
  metrics.addGauge('kerblight_database_up', '1 while the database is reachable, else 0.', () =>
    database.unreachableSince() === null ? 1 : 0,
  )
  const { readPool } = database
  if (readPool === null) return
  metrics.addGauge(
    'kerblight_database_connections',
    'Postgres connections of this process, by state: "used" or "idle".',
    () => {
      const { total, idle } = readPool()
      return [buildSample('state', 'used', total - idle), buildSample('state', 'idle', idle)]
    },
    ['state'],
  )
  metrics.addGauge(
    'kerblight_database_connections_max',
    'Largest number of Postgres connections.',
    () => readPool().max,
  )
  metrics.addGauge(
    'kerblight_database_connection_waiters',
    'Queries that wait for a Postgres connection.',
    () => readPool().waiting,
  )
}

function addDiskGauges({ config, metrics }: Context, { file }: Database): void {
  const directories = { data: config.dataDir, ...(file !== null && { backups: config.backupDir }) }
  const read = (value: (disk: StatsFs) => number) => async () => {
    const samples = Object.entries(directories).map(async ([name, path]) =>
      statfs(path).then(
        (disk) => [buildSample('directory', name, value(disk))],
        // The backup directory does not exist before the first backup.
        () => [],
      ),
    )
    return (await Promise.all(samples)).flat()
  }
  metrics.addGauge(
    'kerblight_disk_free_bytes',
    'Free bytes on the disk of DATA_DIR ("data") or BACKUP_DIR ("backups").',
    read(({ bavail, bsize }) => bavail * bsize),
    ['directory'],
  )
  metrics.addGauge(
    'kerblight_disk_size_bytes',
    'Size of the disk of DATA_DIR ("data") or BACKUP_DIR ("backups").',
    read(({ blocks, bsize }) => blocks * bsize),
    ['directory'],
  )
  if (file === null) return
  metrics.addGauge(
    'kerblight_backup_last_timestamp_seconds',
    'Unix time of the newest hourly backup; 0 without one.',
    () => (readNewestBackup(config.backupDir)?.at.getTime() ?? 0) / 1000,
  )
  metrics.addGauge(
    'kerblight_backup_last_size_bytes',
    'Size of the newest hourly backup; 0 without one.',
    () => readNewestBackup(config.backupDir)?.bytes ?? 0,
  )
}

function buildSample(label: string, name: string, value: number): Sample {
  return { labels: { [label]: name }, value }
}
