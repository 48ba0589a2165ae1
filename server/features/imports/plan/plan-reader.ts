import { readFile } from 'node:fs/promises'
import { encodingNames, type Encoding, type FileQuestions } from '../../../../contract/import-questions.ts'
import { readTable } from '../files/read-table.ts'
import { InvalidFileError } from '../files/invalid-file.ts'
import { measureRowLength, type Table } from '../files/table.ts'
import { isOwnExport } from './column-names.ts'
import { createVinReader } from './decode-missing.ts'
import { createPhotoFinder, type PhotoFinder } from './find-photos.ts'
import { mapColumns } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned-row.ts'
import type { PlanResponse, PlanRequest } from './plan-messages.ts'
import { createPlanner, type Planner } from './plan-rows.ts'

type ReadRequest = Extract<PlanRequest, { read: unknown }>['read']

interface Reading {
  table: Table
  planner: Planner
  pictures: PhotoFinder
  /** The index of the row to plan next. */
  next: number
}

/**
 * Creates a function that reads one spreadsheet and plans its rows. It must receive the requests in the order
 * described for `PlanRequest`, and its promises never reject.
 */
export function createPlanReader(): (request: PlanRequest) => Promise<PlanResponse> {
  const cars: OwnCar[] = []
  let reading: Reading | null = null

  async function respond(request: PlanRequest): Promise<PlanResponse> {
    if ('cars' in request) {
      cars.push(...request.cars)
      return { received: true }
    }
    if ('plan' in request) return planBatch(reading!, request.plan)
    const { columns, ...newReading } = await prepareReading(request.read, cars)
    reading = newReading
    const { table } = newReading
    return { columns, rowCount: table.rows.length, note: buildNote(table, request.read.encoding) }
  }

  return (request) =>
    respond(request).catch((error: unknown) =>
      error instanceof InvalidFileError
        ? { rejected: error.message }
        : { failed: (error as Error).stack ?? String(error) },
    )
}

async function prepareReading(request: ReadRequest, cars: readonly OwnCar[]) {
  const { file, chosen, remembered, makes, values, mileageUnit, pictureHosts, encoding, sold } = request
  const table = await readTable(await readFile(file), encoding)
  const columns = mapColumns(table, chosen, remembered)
  const hasAllFields = isOwnExport(table.header)
  const pictures = createPhotoFinder(columns, pictureHosts)
  const now = new Date(request.now)
  const input = { table, columns, cars, makes, values, mileageUnit, hasAllFields, pictures, sold, now }
  const planner = createPlanner({ ...input, readVin: await createVinReader(columns, makes, now) })
  return { table, columns, pictures, planner, next: 0 }
}

function buildNote({ note, encodings: [guess] }: Table, answer: Encoding | null): string | null {
  if (!guess || answer) return note
  const guessNote = `The text encoding of the file isn’t certain. It was read as ${encodingNames[guess.encoding]}.`
  return note === null ? guessNote : `${note} ${guessNote}`
}

function planBatch(reading: Reading, count: number): PlanResponse {
  const rows = planRows(reading, count)
  if (rows.length > 0) return { rows, values: [], pictureHosts: [], questions: {} }
  const { table, planner, pictures } = reading
  return {
    rows,
    values: planner.values.list(),
    pictureHosts: pictures.hosts(),
    questions: buildFileQuestions(table, planner),
  }
}

function buildFileQuestions({ encodings }: Table, planner: Planner): FileQuestions {
  const sold = planner.countSold()
  const unitless = planner.countUnitless()
  return {
    ...(encodings.length > 0 && { encoding: { options: encodings } }),
    ...(sold > 0 && { sold: { rows: sold } }),
    ...(unitless > 0 && { mileageUnit: { rows: unitless } }),
  }
}

/** Approximate maximum number of characters per message. A larger message would block the server's thread. */
const MAX_CHARACTERS = 256 * 1024

/** Plans up to `count` rows, and at least one if any remain. */
function planRows(reading: Reading, count: number): PlannedRow[] {
  const { table, planner } = reading
  const plannedRows: PlannedRow[] = []
  for (let characters = 0; plannedRows.length < count && characters < MAX_CHARACTERS; reading.next++) {
    const row = table.rows[reading.next]
    if (!row) break
    characters += measureRowLength(row)
    plannedRows.push(planner.plan(row))
  }
  return plannedRows
}
