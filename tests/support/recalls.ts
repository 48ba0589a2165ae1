import type { Context } from '../../server/context.ts'
import { findCars } from '../../server/features/cars/car.repository.ts'
import { nameKey } from '../../server/features/recalls/recall-models.ts'
import { beginEdition, insertParts, publishEdition } from '../../server/features/recalls/recall.repository.ts'

/** The fields of NHTSA's recall file since May 2025, in order (static.nhtsa.gov/odi/ffdd/rcl/RCL.txt). */
const sample = {
  RECORD_ID: '1',
  CAMPNO: '19V901000',
  MAKETXT: 'FORD',
  MODELTXT: 'F-150',
  YEARTXT: '2019',
  MFGCAMPNO: '19S99',
  COMPNAME: 'SEAT BELTS:FRONT:ANCHORAGE',
  MFGNAME: 'FORD MOTOR COMPANY',
  BGMAN: '20180901',
  ENDMAN: '20190228',
  RCLTYPECD: 'V',
  POTAFF: '1200',
  ODATE: '20190501',
  INFLUENCED_BY: 'MFR',
  MFGTXT: 'FORD MOTOR COMPANY',
  RCDATE: '20190315',
  DATEA: '20190318',
  RPNO: '',
  FMVSS: '210',
  DESC_DEFECT: 'A bolt of the front seat belts may be loose.',
  CONEQUENCE_DEFECT: 'A loose bolt may not restrain the passenger in a crash.',
  CORRECTIVE_ACTION: 'Dealers will tighten the bolt, free of charge.',
  NOTES: 'Owners may also contact NHTSA.',
  RCL_CMPT_ID: '000117301000216701000000349',
  MFR_COMP_NAME: '',
  MFR_COMP_DESC: '',
  MFR_COMP_PTNO: '',
  DO_NOT_DRIVE: 'No',
  PARK_OUTSIDE: 'No',
}

export type RecallFields = Partial<typeof sample>

/** Builds a line of NHTSA's recall file. The defects are fictional. */
export function formatRecallLine(fields: RecallFields = {}): string {
  return Object.values({ ...sample, ...fields }).join('\t')
}

/** Replaces all recalls with one of each given car's model. */
export async function buildRecalls(
  { db, now }: Pick<Context, 'db' | 'now'>,
  carIds: readonly string[],
): Promise<void> {
  const cars = await findCars(db, carIds)
  const edition = await beginEdition(db, now())
  const parts = cars.map(({ make, model, year }, index) => ({
    makeKey: nameKey(make ?? ''),
    model: model ?? '',
    year: year ?? 0,
    campaign: `19V90${index}000`,
    component: sample.COMPNAME,
    summary: sample.DESC_DEFECT,
    consequence: sample.CONEQUENCE_DEFECT,
    remedy: sample.CORRECTIVE_ACTION,
    reportedOn: '2019-03-15',
  }))
  await insertParts(db, edition, 0, parts)
  await publishEdition(db, edition)
}
