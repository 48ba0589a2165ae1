import { fileMigration, type Migration } from './engines/migration.ts'

/**
 * The schema version of release 0.2.0, which `server/db/schema/` creates. Earlier development versions used
 * step numbers up to 62. The round number avoids confusion with them.
 */
export const BASELINE = 100

/** All steps since the baseline, in order. A released step never changes. */
export const migrations: readonly Migration[] = [
  fileMigration('101-deals'),
  fileMigration('102-car-facts'),
  fileMigration('103-price-labels'),
  fileMigration('104-notices-of-deals'),
  fileMigration('105-car-zips'),
  fileMigration('106-shortlist'),
  fileMigration('107-recalls'),
  fileMigration('108-saved-searches'),
  fileMigration('109-seller-fees'),
  fileMigration('110-car-marks'),
  fileMigration('111-photo-guidance'),
  fileMigration('112-shortlist-alerts'),
  fileMigration('113-seller-fee-index'),
]

export function findNewestVersion(steps: readonly Migration[] = migrations): number {
  return BASELINE + steps.length
}
