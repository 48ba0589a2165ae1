import { readFile } from 'node:fs/promises'
import { readTable } from '../files/read-table.ts'
import { RefusedFile } from '../files/refused-file.ts'
import { isOwnExport } from './column-names.ts'
import { createPictureFinder, type PictureFinder } from './find-pictures.ts'
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
  if (rows.length > 0) return { rows, values: [], pictureHosts: [], unitlessRows: 0 }
  const { planner, pictures } = begun!
  return {
    rows,
    values: planner.values.list(),
    pictureHosts: pictures.hosts(),
    unitlessRows: planner.countUnitless(),
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
  now,
}: Extract<PlanQuestion, { read: unknown }>['read']) {
  const table = await readTable(await readFile(file))
  const columns = mapColumns(table, chosen, remembered)
  const isWhole = isOwnExport(table.header)
  const pictures = createPictureFinder(columns, pictureHosts)
  begun = {
    table,
    pictures,
    planner: createPlanner({
      table,
      columns,
      cars,
      makes,
      values,
      mileageUnit,
      isWhole,
      pictures,
      now: new Date(now),
    }),
  }
  return { columns, rowCount: table.rows.length, note: table.note }
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
