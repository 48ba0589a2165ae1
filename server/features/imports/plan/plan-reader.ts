import { readFile } from 'node:fs/promises'
import { encodingNames, type Encoding, type FileQuestions } from '../../../../contract/import-questions.ts'
import { readTable } from '../files/read-table.ts'
import { InvalidFileError } from '../files/invalid-file.ts'
import { lengthOf, type Table } from '../files/table.ts'
import { isOwnExport } from './column-names.ts'
import { createVinReader } from './decode-missing.ts'
import { createPictureFinder, type PictureFinder } from './find-pictures.ts'
import { mapColumns } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import type { PlanResponse, PlanQuestion } from './plan-messages.ts'
import { createPlanner, type Planner } from './plan-rows.ts'

type ReadQuestion = Extract<PlanQuestion, { read: unknown }>['read']

interface Reading {
  table: Table
  planner: Planner
  pictures: PictureFinder
  /** The row to plan next. */
  next: number
}

/**
 * Creates a function that reads one spreadsheet and plans its rows. It must receive the requests in the order
 * described for `PlanQuestion`, and its promises never reject.
 */
export function createPlanReader(): (question: PlanQuestion) => Promise<PlanResponse> {
  const cars: OwnCar[] = []
  let reading: Reading | null = null

  async function answer(question: PlanQuestion): Promise<PlanResponse> {
    if ('cars' in question) {
      cars.push(...question.cars)
      return { taken: true }
    }
    if ('plan' in question) return planSome(reading!, question.plan)
    const { columns, ...begun } = await read(question.read, cars)
    reading = begun
    const { table } = begun
    return { columns, rowCount: table.rows.length, note: noteOf(table, question.read.encoding) }
  }

  return (question) =>
    answer(question).catch((error: unknown) =>
      error instanceof InvalidFileError
        ? { rejected: error.message }
        : { failed: (error as Error).stack ?? String(error) },
    )
}

async function read(question: ReadQuestion, cars: readonly OwnCar[]) {
  const { file, chosen, remembered, makes, values, mileageUnit, pictureHosts, encoding, sold } = question
  const table = await readTable(await readFile(file), encoding)
  const columns = mapColumns(table, chosen, remembered)
  const hasAllFields = isOwnExport(table.header)
  const pictures = createPictureFinder(columns, pictureHosts)
  const now = new Date(question.now)
  const input = { table, columns, cars, makes, values, mileageUnit, hasAllFields, pictures, sold, now }
  const planner = createPlanner({ ...input, readVin: await createVinReader(columns, makes, now) })
  return { table, columns, pictures, planner, next: 0 }
}

function noteOf({ note, encodings: [guess] }: Table, answer: Encoding | null): string | null {
  if (!guess || answer) return note
  const guessed = `The text encoding of the file isn’t certain. It was read as ${encodingNames[guess.encoding]}.`
  return note === null ? guessed : `${note} ${guessed}`
}

function planSome(reading: Reading, count: number): PlanResponse {
  const rows = planRows(reading, count)
  if (rows.length > 0) return { rows, values: [], pictureHosts: [], questions: {} }
  const { table, planner, pictures } = reading
  return {
    rows,
    values: planner.values.list(),
    pictureHosts: pictures.hosts(),
    questions: questionsOf(table, planner),
  }
}

function questionsOf({ encodings }: Table, planner: Planner): FileQuestions {
  const sold = planner.countSold()
  const unitless = planner.countUnitless()
  return {
    ...(encodings.length > 0 && { encoding: { options: encodings } }),
    ...(sold > 0 && { sold: { rows: sold } }),
    ...(unitless > 0 && { mileageUnit: { rows: unitless } }),
  }
}

/**
 * Approximate maximum number of characters per message, enough for many typical rows. A larger message would
 * block the server's thread.
 */
const MAX_CHARACTERS = 256 * 1024

/** Plans up to `count` rows, and at least one if any is left. */
function planRows(reading: Reading, count: number): PlannedRow[] {
  const { table, planner } = reading
  const planned: PlannedRow[] = []
  for (let characters = 0; planned.length < count && characters < MAX_CHARACTERS; reading.next++) {
    const row = table.rows[reading.next]
    if (!row) break
    characters += lengthOf(row)
    planned.push(planner.plan(row))
  }
  return planned
}
