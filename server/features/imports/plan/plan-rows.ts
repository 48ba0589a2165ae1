import {
  carColumns,
  fieldOf,
  type CarColumn,
  type FieldColumn,
} from '../../../../contract/cars/car-columns.ts'
import { carName } from '../../../../contract/cars/car-name.ts'
import { figure, countOf } from '../../../../contract/figure.ts'

import { importLimits } from '../../../../contract/import-limits.ts'
import type { ImportColumn, RowError } from '../../../../contract/imports.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import { parsePrice } from '../../../../contract/money.ts'
import { modelNamed, modelOf } from '../../../../contract/cars/model-of.ts'
import type { SoldChoice } from '../../../../contract/import-questions.ts'
import { rowPlace } from '../../../../contract/row-place.ts'
import { withPlainSpaces } from '../../../../contract/plain-text.ts'
import { normalizeVin } from '../../../../contract/cars/vin.ts'
import { cellOf } from '../../cars/car-cells.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'
import { addressIn } from '../../feeds/formats/address.ts'
import { lengthOf, type Table, type TableRow } from '../files/table.ts'
import { indexChosen, type ChosenValue } from './chosen-values.ts'
import { countValues, type ValueCounts } from './count-values.ts'
import type { DecodedField, VinReader } from './decode-missing.ts'
import type { FilePicture, PictureFinder } from './find-pictures.ts'
import { findCell, groupColumns } from './field-cells.ts'
import { withUnit } from './header-units.ts'
import { textOfCell } from './json-cell.ts'
import { indexCars, type CarsByName, type Naming } from './match-cars.ts'
import { reviewReason } from './review-reason.ts'
import { missingOfNew, missingOfListed } from './needed.ts'
import { emptyCarFields } from './empty-car-fields.ts'
import type { OwnCar, PlannedRow } from './planned.ts'
import { readCell, isEmptyPlaceholder, type CellError, type Reading, type GivenFields } from './read-cell.ts'
import { createSoldFinder, isSold, SKIPPED, notSoldReason } from './sold-rows.ts'
import { findWarnings } from './row-warnings.ts'

export interface PlanInput {
  table: Table
  columns: readonly ImportColumn[]
  cars: readonly OwnCar[]
  makes: MakesByKey
  /** The seller's choices for values. */
  values: readonly ChosenValue[]
  /**
   * The unit that the seller chose for this spreadsheet's mileages without a unit; null if none was chosen.
   */
  mileageUnit: MileageUnit | null
  /**
   * True if an empty cell means that the car has no value. This applies to our own export, which contains all
   * data of a car.
   */
  hasAllFields: boolean
  pictures: PictureFinder
  /** Decodes the fields that have no column from the VIN; null if there is nothing to decode. */
  readVin: VinReader | null
  /** The seller's choice for cars that the spreadsheet marks as sold. */
  sold: SoldChoice | null
  now: Date
}

export interface Planner {
  /** Plans the outcome of a row, without writing anything. */
  plan(row: TableRow): PlannedRow
  values: ValueCounts
  /** Returns the number of rows so far that are marked as sold. */
  countSold(): number
  /** Returns the number of rows so far that have a mileage without a unit. */
  countUnitless(): number
}

/**
 * Creates a planner. Rows are planned in file order: if two rows are the same car, the second one has an
 * error.
 */
export function createPlanner({
  table,
  columns,
  cars,
  makes,
  values: said,
  mileageUnit,
  hasAllFields,
  pictures,
  readVin,
  sold: soldChoice,
  now,
}: PlanInput): Planner {
  const mapped = groupColumns(columns)
  const byName = indexCars(cars)
  const seen = new Map<string, TableRow>()
  const isMarkedSold = createSoldFinder(columns)
  let soldRows = 0
  const values = countValues()
  const chosenFor = indexChosen(said)
  let unitless = 0
  const isModelGiven = mapped.has('model')
  const headerIn = (row: TableRow, field: CarColumn) =>
    findCell(row, field, mapped.get(field))?.header ?? carColumns[field].label
  const cellIn = (row: TableRow, field: CarColumn) =>
    (findCell(row, field, mapped.get(field))?.cell ?? '').trim()

  const numberIn = (row: TableRow, field: 'vin' | 'stockNo') => {
    const cell = cellIn(row, field)
    return isEmptyPlaceholder(field, cell) ? '' : cell
  }

  const namingOf = (row: TableRow): Naming => ({
    id: cellIn(row, 'id'),
    vin: numberIn(row, 'vin'),
    stockNo: numberIn(row, 'stockNo'),
  })

  function plan(row: TableRow): PlannedRow {
    if (isMarkedSold(row) && !isSoldAlready(row)) return planSold(row)
    const rowErrors = new RowErrors(row, headerIn, cellIn)
    rejectForm(row, table.header.length, rowErrors)
    const naming = namingOf(row)
    const found = findCar(byName, naming, rowErrors)
    const car = found ?? null
    const said = readCells(row, car, rowErrors)
    const decoded = car || !said.vin ? {} : (readVin?.(said.vin) ?? {})
    const changed = withModel(car ? changesOf(car, said) : { ...said, ...decoded }, car, isModelGiven)
    rejectRepeats(naming, car, row, rowErrors)
    if (found !== undefined)
      for (const { field, ...why } of missingOf(car, changed, rowErrors))
        if (!rowErrors.has(field)) rowErrors.add(field, why)
    const planned = outcomeOf(row, car, changed, rowErrors, picturesFor(row, car))
    if (planned.action === 'error') return { ...planned, named: byName.named(naming) }
    return { ...planned, decoded: Object.keys(decoded) as DecodedField[] }
  }

  function isSoldAlready(row: TableRow): boolean {
    const match = byName.match(namingOf(row))
    return 'car' in match && match.car !== null && isSold(match.car)
  }

  /**
   * Plans a row that is marked as sold. The row is skipped, or its car becomes sold elsewhere. The row's
   * other cells do not change the car.
   */
  function planSold(row: TableRow): PlannedRow {
    soldRows++
    const rowErrors = new RowErrors(row, headerIn, cellIn)
    const naming = namingOf(row)
    const match = byName.match(naming)
    const car = 'car' in match ? match.car : null
    const base = { ...baseOf(row, car), named: byName.named(naming), errors: [], warnings: [], cells: [] }
    const why = soldChoice === 'sold-elsewhere' ? notSoldReason(car) : SKIPPED
    if (why === null) return { ...base, action: 'update', said: {}, isSold: true }
    const called = { make: cellIn(row, 'make'), modelName: cellIn(row, 'modelName'), stockNo: naming.stockNo }
    const said = car ? {} : { ...called, vin: normalizeVin(naming.vin) }
    return { ...base, action: 'held', said, errors: [rowErrors.ofRow(why)] }
  }

  function readCells(row: TableRow, car: OwnCar | null, rowErrors: RowErrors): GivenFields {
    const said: GivenFields = {}
    let [hasMileage, hasUnit] = [false, false]
    for (const [field, group] of mapped) {
      const { cell, unit, isPart } = findCell(row, field, group) ?? {}
      // If a row is truncated, the values of the remaining fields are unknown, not empty.
      if (field === 'id' || cell === undefined) continue
      // A cell that equals the exported value leaves the car unchanged. If the column name contains a unit,
      // the value may still differ.
      if (car && !unit && isSameText(cell, cellOf(field, car))) {
        if (cell.trim() !== '') {
          hasMileage ||= field === 'mileage'
          hasUnit ||= field === 'mileageUnit'
        }
        continue
      }
      if (car && field === 'modelName' && isSameText(cell, titleOf(car))) continue
      if (cell.trim() === '') {
        if (hasAllFields && car) Object.assign(said, emptied(field))
        continue
      }
      const chosen = chosenFor(field, cell)
      const text = textOfCell(field, cell)
      const isShortened = isPart || text !== cell
      if (car && field === 'location' && isShortened && isSamePlace(text, car.location)) continue
      const reading =
        chosen === null ? LEFT_OUT : readCell(field, chosen ?? withUnit(text, unit ?? null), makes)
      values.note(field, cell, reading, chosen !== undefined)
      if ('said' in reading) {
        hasMileage ||= reading.said.mileage !== undefined
        hasUnit ||= reading.said.mileageUnit !== undefined
        Object.assign(said, { ...reading.said, ...keepUnit(said, reading.said) })
      }
      if ('rejection' in reading) rowErrors.add(field, reading.rejection)
      if ('warning' in reading) rowErrors.warn(field, reading.warning)
    }
    const isUnitless = hasMileage && !hasUnit
    if (isUnitless) unitless++
    if (isUnitless && mileageUnit !== null) said.mileageUnit = mileageUnit
    return withOwnModel(withoutYear(said, car), car)
  }

  function rejectRepeats(naming: Naming, car: OwnCar | null, row: TableRow, rowErrors: RowErrors): void {
    for (const [key, field] of keysOf(naming, car)) {
      const first = seen.get(key)
      if (first === undefined) seen.set(key, row)
      else
        rowErrors.add(field, {
          message: `The row at ${first.sheet === undefined ? `line ${first.line}` : `“${rowPlace(first)}”`} is the same car.`,
          fix: 'Delete one of them.',
        })
    }
  }

  /**
   * Returns the photos that the row adds. A car that already has photos gets none, so that the seller's own
   * photos are not replaced.
   */
  function picturesFor(row: TableRow, car: OwnCar | null): FilePicture[] {
    const found = pictures.find(row)
    return car?.hasPictures ? [] : found
  }

  function outcomeOf(
    row: TableRow,
    car: OwnCar | null,
    said: GivenFields,
    rowErrors: RowErrors,
    found: FilePicture[],
  ): PlannedRow {
    const base = baseOf(row, car)
    const { errors, warnings } = rowErrors
    const cells = lengthOf(row) > MAX_KEPT ? [] : row.cells
    const rest = { errors, warnings, cells }
    if (errors.length > 0) return { ...base, action: 'error', said: {}, ...rest }
    if (!car) {
      rowErrors.warnAll(findWarnings(null, said, now))
      return { ...base, action: 'create', said, ...rest, pictures: found }
    }
    if (Object.keys(said).length === 0 && found.length === 0)
      return { ...base, action: 'unchanged', said: {}, errors: [], warnings, cells: [] }
    const held = reviewReason(car)
    if (held)
      return { ...base, action: 'held', said: {}, warnings, errors: [rowErrors.ofRow(held)], cells: [] }
    rowErrors.warnAll(findWarnings(car, said, now))
    return { ...base, action: 'update', said, ...rest, pictures: found }
  }

  return { plan, values, countSold: () => soldRows, countUnitless: () => unitless }
}

function baseOf({ line, sheet }: TableRow, car: OwnCar | null) {
  return {
    line,
    sheet: sheet ?? null,
    carId: car?.id ?? null,
    version: car?.version ?? null,
    named: [],
    pictures: [],
    decoded: [],
    isSold: false,
  }
}

/** The result for a cell that is treated as empty. */
const LEFT_OUT: Reading = { said: {} }

/** The errors and warnings of a row, each with the spreadsheet's column name. */
class RowErrors {
  readonly errors: RowError[] = []
  readonly warnings: RowError[] = []
  readonly #row: TableRow
  readonly #headerIn: (row: TableRow, field: CarColumn) => string
  readonly #cellIn: (row: TableRow, field: CarColumn) => string

  constructor(
    row: TableRow,
    headerIn: (row: TableRow, field: CarColumn) => string,
    cellIn: (row: TableRow, field: CarColumn) => string,
  ) {
    this.#row = row
    this.#headerIn = headerIn
    this.#cellIn = cellIn
  }

  has(field: CarColumn): boolean {
    return this.errors.some(({ column }) => column === this.#headerIn(this.#row, field))
  }

  add(field: CarColumn, why: CellError): void {
    this.errors.push(this.#at(field, why))
  }

  addToRow(why: CellError): void {
    this.errors.push(this.ofRow(why))
  }

  warn(field: CarColumn, why: CellError): void {
    this.warnings.push(this.#at(field, why))
  }

  warnAll(found: readonly (CellError & { field: CarColumn })[]): void {
    for (const { field, ...why } of found) this.warn(field, why)
  }

  ofRow(why: CellError): RowError {
    return { column: '', value: '', ...why }
  }

  #at(field: CarColumn, why: CellError): RowError {
    const value = this.#cellIn(this.#row, field).slice(0, MAX_VALUE)
    return { column: this.#headerIn(this.#row, field), value, ...why }
  }
}

const MAX_VALUE = 200

/**
 * Maximum number of characters in a row whose cells are stored for correction. A longer row is unlikely to be
 * corrected by hand.
 */
const MAX_KEPT = 100_000

function rejectForm({ cells }: TableRow, columns: number, rowErrors: RowErrors): void {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (filled > columns)
    rowErrors.addToRow({
      message: `This row has ${figure(filled)} cells, and the first line names ${countOf(columns, 'column')}.`,
      fix: 'Put quotes around cells that contain the separator.',
    })
  const most = importLimits.cellCharacters
  if (cells.some((cell) => cell.length > most))
    rowErrors.addToRow({
      message: `A cell of this row has more than ${figure(most)} characters.`,
      fix: 'Shorten it, and check for an unclosed quote.',
    })
}

function missingOf(car: OwnCar | null, said: GivenFields, rowErrors: RowErrors) {
  return car ? missingOfListed(car, said) : missingOfNew(said, rowErrors.has('stockNo'))
}

/**
 * Finds the car of a row; null for a new car.
 * @returns undefined if the car cannot be determined
 */
function findCar(byName: CarsByName, naming: Naming, rowErrors: RowErrors): OwnCar | null | undefined {
  const found = byName.match(naming)
  if ('car' in found) return found.car
  rowErrors.add(found.by, found.rejection)
  return undefined
}

function keysOf({ vin, stockNo }: Naming, car: OwnCar | null): [string, CarColumn][] {
  if (car) return [[`car ${car.id}`, vin === '' ? 'stockNo' : 'vin']]
  const vinKey: [string, CarColumn][] = vin === '' ? [] : [[`vin ${normalizeVin(vin)}`, 'vin']]
  return stockNo === '' ? vinKey : [...vinKey, [`stock ${stockNo.toLowerCase()}`, 'stockNo']]
}

/**
 * Reports whether two strings are the same, apart from differences that spreadsheets introduce. Line breaks
 * depend on the operating system, and cells contain plain spaces instead of non-breaking ones.
 */
function isSameText(cell: string, text: string): boolean {
  return cell.trim().replace(/\r\n?/g, '\n') === withPlainSpaces(text).trim().replace(/\r\n?/g, '\n')
}

function emptied(column: FieldColumn): GivenFields {
  const field = fieldOf(column)
  return { [field]: emptyCarFields[field] }
}

/**
 * Determines which unit to retain: a unit next to the mileage takes precedence over one in a separate column.
 */
function keepUnit(before: GivenFields, { mileage, mileageUnit }: GivenFields): GivenFields {
  const isColumn = mileageUnit !== undefined && mileage === undefined
  return isColumn && before.mileageUnit ? { mileageUnit: before.mileageUnit } : {}
}

/** Returns the car's name as shown in lists and on pages. */
function titleOf({ year, make, modelName }: OwnCar): string {
  return carName({ year, category_name: make, modelName })
}

/** Removes the year from a model name. Titles in lists and other systems include it. */
function withoutYear(said: GivenFields, car: OwnCar | null): GivenFields {
  const year = said.year ?? car?.year
  if (!year || !said.modelName?.startsWith(`${year} `)) return said
  return { ...said, modelName: said.modelName.slice(`${year} `.length).trim() }
}

/** Returns the values with the model spelled as in the search filters. */
function withOwnModel(said: GivenFields, car: OwnCar | null): GivenFields {
  return said.model ? { ...said, model: modelNamed(said.make ?? car?.make ?? '', said.model) } : said
}

/**
 * Reports whether a place equals the city and state of a car's location. A feed contains only these, so the
 * car's full address is retained.
 */
function isSamePlace(place: string, location: string): boolean {
  const { city, region } = addressIn(location)
  return place === [city, region].filter(Boolean).join(', ')
}

/**
 * Derives the model, which buyers filter by, from the car's name, unless the spreadsheet contains a model.
 */
function withModel(said: GivenFields, car: OwnCar | null, isModelGiven: boolean): GivenFields {
  const { make = car?.make ?? '', modelName = car?.modelName ?? '' } = said
  const isNamed = said.make !== undefined || said.modelName !== undefined
  if (!isNamed || said.model || (car && isModelGiven)) return said
  const model = modelOf(make, modelName)
  return model === car?.model ? said : { ...said, model }
}

/** Returns the values that differ from the car's current ones. */
function changesOf(car: OwnCar, said: GivenFields): GivenFields {
  return Object.fromEntries(
    Object.entries(said).filter(([field, value]) => !isSame(field, value, car[field as keyof GivenFields])),
  )
}

/** Reports whether a value equals the current one. `$24,900` equals `24,900`. */
function isSame(field: string, value: unknown, current: unknown): boolean {
  if (value === current) return true
  if (field !== 'priceText' && field !== 'originalPriceText') return false
  const cents = parsePrice(String(value))
  return cents !== null && cents === parsePrice(String(current))
}
