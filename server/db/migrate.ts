import { dropChangeLogTriggers, installChangeLogTriggers } from './change-log-triggers.ts'
import { createSchema } from './engines/create-schema.ts'
import { runMigration, type Migration } from './engines/migration.ts'
import {
  isUpgradeAtomic,
  lockSchema,
  readSchemaVersion,
  writeSchemaVersion,
} from './engines/schema-version.ts'
import { installLedgerTriggers } from './ledger.ts'
import { MigrationError } from './migration-error.ts'
import { BASELINE, migrations, findNewestVersion } from './migrations.ts'
import makes from './schema/makes.json' with { type: 'json' }
import type { Db } from './tables.ts'

/**
 * Creates the schema in an empty database, and runs each migration step that has not been applied yet. On
 * SQLite, all steps share one transaction, so a failed upgrade leaves the file unchanged. On Postgres, each
 * step has its own transaction, so that other processes can keep serving requests. If several processes start
 * at the same time, each step runs only once.
 * @returns the names of the applied steps
 * @throws MigrationError if a step fails; its transaction is rolled back
 */
export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<string[]> {
  const appliedSteps: string[] = []
  const applyNext = async (trx: Db) => {
    const step = await applyStep(trx, steps, appliedSteps.length === 0)
    if (step !== null) appliedSteps.push(step)
    return step !== null
  }
  const applyAll = async (trx: Db) => {
    while (await applyNext(trx));
    return false
  }
  const work = isUpgradeAtomic(db) ? applyAll : applyNext
  while (await db.transaction().execute(work));
  return appliedSteps
}

/** Runs the next migration step, if there is one, and returns its name. */
async function applyStep(trx: Db, steps: readonly Migration[], isFirst: boolean): Promise<string | null> {
  await lockSchema(trx)
  const version = await readSchemaVersion(trx)
  if (version >= findNewestVersion(steps)) {
    await installLedgerTriggers(trx)
    // If a newer process has upgraded the schema further, its triggers remain.
    if (version === findNewestVersion(steps)) await installChangeLogTriggers(trx)
    return null
  }
  const step = version === 0 ? null : steps[version - BASELINE]!
  const name = step?.name ?? 'baseline'
  try {
    if (isFirst) await dropChangeLogTriggers(trx)
    if (step) await runMigration(trx, step)
    else await createBaseline(trx)
    await installLedgerTriggers(trx)
    await writeSchemaVersion(trx, step ? version + 1 : BASELINE)
  } catch (cause) {
    throw new MigrationError({ step: name, version, cause })
  }
  return name
}

async function createBaseline(trx: Db): Promise<void> {
  await createSchema(trx)
  await insertMakes(trx)
}

interface Make {
  name: string
  brand_image?: string
  /** False if the make is offered only while it has listed cars. */
  isAlwaysShown?: boolean
}

async function insertMakes(db: Db): Promise<void> {
  const rows = (makes satisfies Make[] as Make[]).map((make, position) => ({
    name: make.name,
    brand_image: make.brand_image ?? '',
    position,
    listed_count: 0,
    shown: make.isAlwaysShown ? ('always' as const) : ('with-cars' as const),
  }))
  await db.insertInto('categories').values(rows).execute()
}
