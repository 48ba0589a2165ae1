import { readFile } from 'node:fs/promises'
import { encodingNames, type Encoding, type FileQuestions } from '../../../../contract/import-questions.ts'
import { readTable } from '../files/read-table.ts'
import { RefusedFile } from '../files/refused-file.ts'
import { isOwnExport } from './column-names.ts'
import { createPictureFinder, type PictureFinder } from './find-pictures.ts'
import { createVinReader } from './decode-missing.ts'
import { mapColumns } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import type { PlanAnswer, PlanQuestion } from './plan-process.ts'
import { createPlanner, type Planner } from './plan-rows.ts'
import { lengthOf, type Table } from '../files/table.ts'

/** The process that touches foreign files: what a damaged or hostile one breaks, breaks here. It ends with its parent. */
process.on('disconnect', () => process.exit(0))
// They reach the whole group; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const cars: OwnCar[] = []
let begun: { table: Table; planner: Planner; pictures: PictureFinder } | null = null
let next = 0

process.on('message', (question: PlanQuestion) => {
  answer(question).then(send, (error: unknown) =>
    send(
      error instanceof RefusedFile
        ? { refused: error.message }
        : { failed: (error as Error).stack ?? String(error) },
    ),
  )
})

function send(message: PlanAnswer): void {
  process.send?.(message)
}

async function answer(question: PlanQuestion): Promise<PlanAnswer> {
  if ('cars' in question) {
    cars.push(...question.cars)
    return { taken: true }
  }
  if ('read' in question) return read(question.read)
  const rows = planSome(question.plan)
  if (rows.length > 0) return { rows, values: [], pictureHosts: [], questions: {} }
  const { table, planner, pictures } = begun!
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

async function read({
  file,
  chosen,
  remembered,
  makes,
  values,
  mileageUnit,
  pictureHosts,
  encoding,
  sold,
  now,
}: Extract<PlanQuestion, { read: unknown }>['read']) {
  const table = await readTable(await readFile(file), encoding)
  const columns = mapColumns(table, chosen, remembered)
  const isWhole = isOwnExport(table.header)
  const pictures = createPictureFinder(columns, pictureHosts)
  const at = new Date(now)
  const input = { table, columns, cars, makes, values, mileageUnit, isWhole, pictures, sold, now: at }
  begun = {
    table,
    pictures,
    planner: createPlanner({ ...input, readVin: await createVinReader(columns, makes, at) }),
  }
  return { columns, rowCount: table.rows.length, note: noteOf(table, encoding) }
}

function noteOf({ note, encodings: [guess] }: Table, answer: Encoding | null): string | null {
  if (!guess || answer) return note
  const guessed = `The text encoding of the file isn’t certain. It was read as ${encodingNames[guess.encoding]}.`
  return note === null ? guessed : `${note} ${guessed}`
}

/** Enough for many usual rows: a larger message keeps the server's thread from others. */
const MAX_CHARACTERS = 256 * 1024

/** At least one, where there is one left. */
function planSome(count: number): PlannedRow[] {
  const { table, planner } = begun!
  const planned: PlannedRow[] = []
  for (let characters = 0; planned.length < count && characters < MAX_CHARACTERS; next++) {
    const row = table.rows[next]
    if (!row) break
    characters += lengthOf(row)
    planned.push(planner.plan(row))
  }
  return planned
}
