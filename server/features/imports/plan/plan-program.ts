import { readFile } from 'node:fs/promises'
import { readTable } from '../files/read-table.ts'
import { RefusedFile } from '../files/refused-file.ts'
import { isOwnExport } from './column-names.ts'
import { mapColumns } from './map-columns.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import type { PlanAnswer, PlanQuestion } from './plan-process.ts'
import { createPlanner, type Planner } from './plan-rows.ts'
import type { Table } from '../files/table.ts'

/** The process that touches foreign files: what a damaged or hostile one breaks, breaks here. It ends with its parent. */
process.on('disconnect', () => process.exit(0))
// They reach the whole group; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const cars: OwnCar[] = []
let begun: { table: Table; planner: Planner } | null = null
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
  return { rows: planSome(question.plan), values: begun!.planner.values.list() }
}

async function read({
  file,
  chosen,
  remembered,
  makes,
  now,
}: Extract<PlanQuestion, { read: unknown }>['read']) {
  const table = await readTable(await readFile(file))
  const columns = mapColumns(table, chosen, remembered)
  const isWhole = isOwnExport(table.header)
  begun = { table, planner: createPlanner({ table, columns, cars, makes, isWhole, now: new Date(now) }) }
  return { header: table.header, columns, rowCount: table.rows.length }
}

function planSome(count: number): PlannedRow[] {
  const rows = begun!.table.rows.slice(next, next + count)
  next += rows.length
  return rows.map(begun!.planner.plan)
}
