import { carColumns, type CarColumn } from '../../../../contract/car-columns.ts'
import { isEditable } from '../../../../contract/car-life.ts'
import { importLimits } from '../../../../contract/import-limits.ts'
import type { ImportColumn, RowFault } from '../../../../contract/imports.ts'
import { modelOf } from '../../../../contract/model-of.ts'
import { cellOf } from '../../cars/car-cells.ts'
import type { Table, TableRow } from '../files/table.ts'
import { countValues, type ValueCounts } from './count-values.ts'
import { indexCars, type CarsByName, type Naming } from './match-cars.ts'
import { whyHeld } from './why-held.ts'
import { missingOfNew, missingOfListed } from './needed.ts'
import { nothingSaid } from './nothing-said.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import { fieldOf, readCell, type Fault, type Makes, type Said } from './read-cell.ts'
import { findWarnings } from './row-warnings.ts'

/** What a plan is made of. */
export interface PlanInput {
  table: Table
  columns: readonly ImportColumn[]
  cars: readonly OwnCar[]
  makes: Makes
  /** Whether an empty cell says that there is nothing: it does in our own export, which says all of a car. */
  isWhole: boolean
  now: Date
}

export interface Planner {
  /** What would become of each row; nothing is written. */
  plan(row: TableRow): PlannedRow
  values: ValueCounts
}

/** Rows are planned in the file's order: of two that are the same car the second is at fault. */
export function createPlanner({ table, columns, cars, makes, isWhole, now }: PlanInput): Planner {
  const mapped = columns.flatMap(({ column, field }) => (field ? [{ column, field }] : []))
  const byName = indexCars(cars)
  const seen = new Map<string, number>()
  const values = countValues()
  const isModelSaid = mapped.some(({ field }) => field === 'model')
  const headerOf = (field: CarColumn) => {
    const at = mapped.find((one) => one.field === field)?.column
    return at === undefined ? carColumns[field].label : table.header[at]!
  }
  const cellIn = ({ cells }: TableRow, field: CarColumn) => {
    const at = mapped.find((one) => one.field === field)?.column
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }

  function plan(row: TableRow): PlannedRow {
    const faults = new Faults(row, headerOf, cellIn)
    refuseForm(row, table.header.length, faults)
    const naming = { id: cellIn(row, 'id'), vin: cellIn(row, 'vin'), stockNo: cellIn(row, 'stockNo') }
    const found = findCar(byName, naming, faults)
    const car = found ?? null
    const said = readCells(row, car, faults)
    const changed = withModel(car ? changesOf(car, said) : said, car, isModelSaid)
    refuseRepeats(naming, car, row.line, faults)
    if (found !== undefined)
      for (const { field, ...why } of car ? missingOfListed(car, changed) : missingOfNew(changed))
        if (!faults.has(field)) faults.add(field, why)
    return outcomeOf(row, car, changed, faults)
  }

  function readCells(row: TableRow, car: OwnCar | null, faults: Faults): Said {
    const said: Said = {}
    for (const { column, field } of mapped) {
      const cell = row.cells[column] ?? ''
      if (field === 'id') continue
      // What the export wrote is what is there, be it as it may.
      if (car && isSameText(cell, cellOf(field, car))) continue
      if (cell.trim() === '') {
        if (isWhole && car) Object.assign(said, emptied(field))
        continue
      }
      const reading = readCell(field, cell, makes)
      if ('said' in reading) Object.assign(said, { ...reading.said, ...keepUnit(said, reading.said) })
      else if ('fault' in reading) faults.add(field, reading.fault)
      else faults.warn(field, reading.warning)
      values.note(field, cell.trim(), reading)
    }
    return withUnit(said, car)
  }

  function refuseRepeats(naming: Naming, car: OwnCar | null, line: number, faults: Faults): void {
    for (const [key, field] of keysOf(naming, car)) {
      const first = seen.get(key)
      if (first === undefined) seen.set(key, line)
      else
        faults.add(field, {
          message: `The row at line ${first} is the same car.`,
          fix: 'Delete one of them.',
        })
    }
  }

  function outcomeOf(row: TableRow, car: OwnCar | null, said: Said, faults: Faults): PlannedRow {
    const base = { line: row.line, carId: car?.id ?? null, version: car?.version ?? null }
    const { errors, warnings } = faults
    const rest = { errors, warnings, cells: row.cells }
    if (errors.length > 0) return { ...base, action: 'error', said: {}, ...rest }
    if (!car) {
      faults.warnAll(findWarnings(null, said, now))
      return { ...base, action: 'create', said, ...rest }
    }
    if (Object.keys(said).length === 0)
      return { ...base, action: 'unchanged', said: {}, errors: [], warnings, cells: [] }
    const held = isEditable({ available: car.state }) ? null : whyHeld(car)
    if (held) return { ...base, action: 'held', said: {}, ...rest, errors: [faults.ofRow(held)] }
    faults.warnAll(findWarnings(car, said, now))
    return { ...base, action: 'update', said, ...rest }
  }

  return { plan, values }
}

/** What is wrong with a row, each with the column as the file calls it. */
class Faults {
  readonly errors: RowFault[] = []
  readonly warnings: RowFault[] = []
  readonly #row: TableRow
  readonly #headerOf: (field: CarColumn) => string
  readonly #cellIn: (row: TableRow, field: CarColumn) => string

  constructor(
    row: TableRow,
    headerOf: (field: CarColumn) => string,
    cellIn: (row: TableRow, field: CarColumn) => string,
  ) {
    this.#row = row
    this.#headerOf = headerOf
    this.#cellIn = cellIn
  }

  has(field: CarColumn): boolean {
    return this.errors.some(({ column }) => column === this.#headerOf(field))
  }

  add(field: CarColumn, why: Fault): void {
    this.errors.push(this.#at(field, why))
  }

  addToRow(why: Fault): void {
    this.errors.push(this.ofRow(why))
  }

  warn(field: CarColumn, why: Fault): void {
    this.warnings.push(this.#at(field, why))
  }

  warnAll(found: readonly (Fault & { field: CarColumn })[]): void {
    for (const { field, ...why } of found) this.warn(field, why)
  }

  ofRow(why: Fault): RowFault {
    return { column: '', value: '', ...why }
  }

  #at(field: CarColumn, why: Fault): RowFault {
    const value = this.#cellIn(this.#row, field).slice(0, MAX_VALUE)
    return { column: this.#headerOf(field), value, ...why }
  }
}

const MAX_VALUE = 200

function refuseForm({ cells }: TableRow, columns: number, faults: Faults): void {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (filled > columns)
    faults.addToRow({
      message: `This row has ${filled.toLocaleString('en-US')} cells, and the first line names ${columns} columns.`,
      fix: 'Put cells that hold the separator in quotes.',
    })
  const most = importLimits.cellCharacters
  if (cells.some((cell) => cell.length > most))
    faults.addToRow({
      message: `A cell of this row has more than ${most.toLocaleString('en-US')} characters.`,
      fix: 'Shorten it, and check whether a quote isn’t closed.',
    })
}

/** @returns undefined where that can't be told */
function findCar(byName: CarsByName, naming: Naming, faults: Faults): OwnCar | null | undefined {
  const found = byName.match(naming)
  if ('car' in found) return found.car
  faults.add(found.by, found.fault)
  return undefined
}

function keysOf({ vin, stockNo }: Naming, car: OwnCar | null): [string, CarColumn][] {
  if (car) return [[`car ${car.id}`, vin === '' ? 'stockNo' : 'vin']]
  const vinKey: [string, CarColumn][] = vin === '' ? [] : [[`vin ${vin.toUpperCase()}`, 'vin']]
  return stockNo === '' ? vinKey : [...vinKey, [`stock ${stockNo.toLowerCase()}`, 'stockNo']]
}

/** Line breaks are the system's. */
function isSameText(cell: string, text: string): boolean {
  return cell.trim().replace(/\r\n?/g, '\n') === text.trim().replace(/\r\n?/g, '\n')
}

function emptied(column: Exclude<CarColumn, 'id'>): Said {
  const field = fieldOf(column)
  return { [field]: nothingSaid[field] }
}

/** A unit that stands beside the mileage goes before that of a column of its own. */
function keepUnit(before: Said, { mileage, mileageUnit }: Said): Said {
  const isColumn = mileageUnit !== undefined && mileage === undefined
  return isColumn && before.mileageUnit ? { mileageUnit: before.mileageUnit } : {}
}

/** Where the file says no unit, it is that of the car, and of a new one miles. */
function withUnit(said: Said, car: OwnCar | null): Said {
  const isUnsaid = typeof said.mileage === 'number' && said.mileageUnit === undefined
  return isUnsaid && !car ? { ...said, mileageUnit: 'mi' } : said
}

/** What buyers find the car by follows its name, unless the file says it. */
function withModel(said: Said, car: OwnCar | null, isModelSaid: boolean): Said {
  const { make = car?.make ?? '', modelName = car?.modelName ?? '' } = said
  const isNamed = said.make !== undefined || said.modelName !== undefined
  if (!isNamed || said.model || (car && isModelSaid)) return said
  return { ...said, model: modelOf(make, modelName) }
}

/** What of it the car does not have yet. */
function changesOf(car: OwnCar, said: Said): Said {
  return Object.fromEntries(
    Object.entries(said).filter(([field, value]) => !isSame(field, value, car[field as keyof Said])),
  )
}

/** `$24,900` is what `24,900` is. */
function isSame(field: string, value: unknown, current: unknown): boolean {
  if (field !== 'priceText' && field !== 'originalPriceText') return value === current
  return value === current || priceKey(value) === priceKey(current)
}

function priceKey(text: unknown): string {
  return String(text).replace(/[$,\s]|\.00$/g, '')
}
