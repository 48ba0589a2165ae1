import {
  carColumns,
  getFileField,
  type CarColumn,
  type FieldColumn,
} from '../../../../contract/cars/car-columns.ts'
import { buildCarName } from '../../../../contract/cars/car-name.ts'
import { formatNumber, formatCount } from '../../../../contract/number-format.ts'

import { importLimits } from '../../../../contract/import-limits.ts'
import type { ImportColumn, RowError } from '../../../../contract/imports.ts'
import type { MileageUnit } from '../../../../contract/cars/car-numbers.ts'
import { parsePrice } from '../../../../contract/money.ts'
import { normalizeModel, extractModel } from '../../../../contract/cars/model-names.ts'
import type { SoldChoice } from '../../../../contract/import-questions.ts'
import { formatRowLocation } from '../../../../contract/row-location.ts'
import { withPlainSpaces } from '../../../../contract/plain-text.ts'
import { normalizeVin } from '../../../../contract/cars/vin.ts'
import { formatCarCell } from '../../cars/car-cells.ts'
import type { MakesByKey } from '../../../../contract/cars/make-names.ts'
import { parseAddress } from '../../feeds/formats/address.ts'
import { measureRowLength, type Table, type TableRow } from '../files/table.ts'
import { indexChosen, type ChosenValue } from './chosen-values.ts'
import { countValues, type ValueCounts } from './count-values.ts'
import type { DecodedField, VinReader } from './decode-missing.ts'
import type { FilePhoto, PhotoFinder } from './find-photos.ts'
import { findCell, groupColumns } from './field-cells.ts'
import { appendUnit } from './header-units.ts'
import { formatCellText } from './json-cell.ts'
import { clearContradictoryFacts } from './clear-contradictory-facts.ts'
import { indexCars, type CarsByName, type Naming } from './match-cars.ts'
import { getReviewReason } from './review-reason.ts'
import { listMissingForNew, listMissingForListed } from './missing-fields.ts'
import { emptyCarFields } from './empty-car-fields.ts'
import type { OwnCar, PlannedRow } from './planned-row.ts'
import { readCell, isEmptyPlaceholder, type CellError, type Reading, type GivenFields } from './read-cell.ts'
import { createSoldFinder, isSold, SKIPPED, getNotSoldReason } from './sold-rows.ts'
import { findWarnings } from './row-warnings.ts'

export interface PlanInput {
  table: Table
  columns: readonly ImportColumn[]
  cars: readonly OwnCar[]
  makes: MakesByKey
  values: readonly ChosenValue[]
  /** The unit that the seller chose for this spreadsheet's mileages without a unit. */
  mileageUnit: MileageUnit | null
  /** True if an empty cell means that the car has no value, as in our own export. */
  hasAllFields: boolean
  pictures: PhotoFinder
  /** Decodes the fields that have no column, or null if there is nothing to decode. */
  readVin: VinReader | null
  sold: SoldChoice | null
  now: Date
}

export interface Planner {
  plan(row: TableRow): PlannedRow
  values: ValueCounts
  /** Returns the number of planned rows that are marked as sold. */
  countSold(): number
  /** Returns the number of planned rows that have a mileage without a unit. */
  countUnitless(): number
}

/**
 * Creates a planner. Rows must be planned in file order. If two rows name the same car, the second one has an
 * error.
 */
export function createPlanner({
  table,
  columns,
  cars,
  makes,
  values: chosenValues,
  mileageUnit,
  hasAllFields,
  pictures,
  readVin,
  sold: soldChoice,
  now,
}: PlanInput): Planner {
  const mapped = groupColumns(columns)
  const byName = indexCars(cars)
  const rowByKey = new Map<string, TableRow>()
  const isMarkedSold = createSoldFinder(columns)
  let soldRows = 0
  const values = countValues()
  const chosenFor = indexChosen(chosenValues)
  let unitless = 0
  const hasModelColumn = mapped.has('model')
  const getRowHeader = (row: TableRow, field: CarColumn) =>
    findCell(row, field, mapped.get(field))?.header ?? carColumns[field].label
  const getRowCell = (row: TableRow, field: CarColumn) =>
    (findCell(row, field, mapped.get(field))?.cell ?? '').trim()

  const readRowNumber = (row: TableRow, field: 'vin' | 'stockNo') => {
    const cell = getRowCell(row, field)
    return isEmptyPlaceholder(field, cell) ? '' : cell
  }

  const readNaming = (row: TableRow): Naming => ({
    id: getRowCell(row, 'id'),
    vin: readRowNumber(row, 'vin'),
    stockNo: readRowNumber(row, 'stockNo'),
  })

  function plan(row: TableRow): PlannedRow {
    if (isMarkedSold(row) && !isSoldAlready(row)) return planSold(row)
    const rowErrors = new RowErrors(row, getRowHeader, getRowCell)
    rejectMalformedRow(row, table.header.length, rowErrors)
    const naming = readNaming(row)
    const matchedCar = findCar(byName, naming, rowErrors)
    const car = matchedCar ?? null
    const fieldValues = readCells(row, car, rowErrors)
    const decoded = car || !fieldValues.vin ? {} : (readVin?.(fieldValues.vin) ?? {})
    const changedValues = addModel(
      car ? listFieldChanges(car, fieldValues) : { ...fieldValues, ...decoded },
      car,
      hasModelColumn,
    )
    const { fieldValues: changed, warnings } = clearContradictoryFacts(car, changedValues, now)
    rowErrors.warnAll(warnings)
    rejectRepeats(naming, car, row, rowErrors)
    if (matchedCar !== undefined)
      for (const { field, ...cellError } of findMissingFields(car, changed, rowErrors))
        if (!rowErrors.has(field)) rowErrors.add(field, cellError)
    const planned = planOutcome(row, car, changed, rowErrors, listRowPhotos(row, car))
    if (planned.action === 'error') return { ...planned, namedCarIds: byName.findNamedIds(naming) }
    return { ...planned, decoded: Object.keys(decoded) as DecodedField[] }
  }

  function isSoldAlready(row: TableRow): boolean {
    const match = byName.match(readNaming(row))
    return 'car' in match && match.car !== null && isSold(match.car)
  }

  /**
   * Plans a row that is marked as sold. The row is skipped, or its car becomes sold elsewhere. The row's
   * other cells are ignored.
   */
  function planSold(row: TableRow): PlannedRow {
    soldRows++
    const rowErrors = new RowErrors(row, getRowHeader, getRowCell)
    const naming = readNaming(row)
    const match = byName.match(naming)
    const car = 'car' in match ? match.car : null
    const base = {
      ...createPlannedRow(row, car),
      namedCarIds: byName.findNamedIds(naming),
      errors: [],
      warnings: [],
      cells: [],
    }
    const cellError = soldChoice === 'sold-elsewhere' ? getNotSoldReason(car) : SKIPPED
    if (cellError === null) return { ...base, action: 'update', plannedFields: {}, isSold: true }
    const identity = {
      make: getRowCell(row, 'make'),
      modelName: getRowCell(row, 'modelName'),
      stockNo: naming.stockNo,
    }
    const fieldValues = car ? {} : { ...identity, vin: normalizeVin(naming.vin) }
    return { ...base, action: 'held', plannedFields: fieldValues, errors: [rowErrors.ofRow(cellError)] }
  }

  function readCells(row: TableRow, car: OwnCar | null, rowErrors: RowErrors): GivenFields {
    const fieldValues: GivenFields = {}
    let [hasMileage, hasUnit] = [false, false]
    for (const [field, group] of mapped) {
      const { cell, unit, isPart } = findCell(row, field, group) ?? {}
      // If a row is truncated, the values of the remaining fields are unknown, not empty.
      if (field === 'id' || cell === undefined) continue
      // A cell that equals the exported value leaves the car unchanged. If the column name contains a unit,
      // the value may still differ.
      if (car && !unit && isSameText(cell, formatCarCell(field, car))) {
        if (cell.trim() !== '') {
          hasMileage ||= field === 'mileage'
          hasUnit ||= field === 'mileageUnit'
        }
        continue
      }
      if (car && field === 'modelName' && isSameText(cell, formatOwnCarName(car))) continue
      if (cell.trim() === '') {
        if (hasAllFields && car) Object.assign(fieldValues, clearField(field))
        continue
      }
      const chosen = chosenFor(field, cell)
      const text = formatCellText(field, cell)
      const isShortened = isPart || text !== cell
      if (car && field === 'location' && isShortened && isSamePlace(text, car.location)) continue
      const reading =
        chosen === null ? EMPTY_READING : readCell(field, chosen ?? appendUnit(text, unit ?? null), makes)
      values.note(field, cell, reading, chosen !== undefined)
      if ('fieldValues' in reading) {
        hasMileage ||= reading.fieldValues.mileage !== undefined
        hasUnit ||= reading.fieldValues.mileageUnit !== undefined
        Object.assign(fieldValues, { ...reading.fieldValues, ...keepUnit(fieldValues, reading.fieldValues) })
      }
      if ('rejection' in reading) rowErrors.add(field, reading.rejection)
      if ('warning' in reading) rowErrors.warn(field, reading.warning)
    }
    const isUnitless = hasMileage && !hasUnit
    if (isUnitless) unitless++
    if (isUnitless && mileageUnit !== null) fieldValues.mileageUnit = mileageUnit
    return restoreOwnModel(removeYear(fieldValues, car), car)
  }

  function rejectRepeats(naming: Naming, car: OwnCar | null, row: TableRow, rowErrors: RowErrors): void {
    for (const [key, field] of listRowKeys(naming, car)) {
      const firstRow = rowByKey.get(key)
      if (firstRow === undefined) rowByKey.set(key, row)
      else
        rowErrors.add(field, {
          message: `The row at ${firstRow.sheet === undefined ? `line ${firstRow.line}` : `“${formatRowLocation(firstRow)}”`} is the same car.`,
          fix: 'Delete one of them.',
        })
    }
  }

  /**
   * Returns the photos that the row adds. A car that already has photos gets none, to preserve the seller's
   * own.
   */
  function listRowPhotos(row: TableRow, car: OwnCar | null): FilePhoto[] {
    const newPhotos = pictures.find(row)
    return car?.hasPhotos ? [] : newPhotos
  }

  function planOutcome(
    row: TableRow,
    car: OwnCar | null,
    fieldValues: GivenFields,
    rowErrors: RowErrors,
    newPhotos: FilePhoto[],
  ): PlannedRow {
    const base = createPlannedRow(row, car)
    const { errors, warnings } = rowErrors
    const cells = measureRowLength(row) > MAX_STORED_CHARACTERS ? [] : row.cells
    const details = { errors, warnings, cells }
    if (errors.length > 0) return { ...base, action: 'error', plannedFields: {}, ...details }
    if (!car) {
      rowErrors.warnAll(findWarnings(null, fieldValues, now))
      return { ...base, action: 'create', plannedFields: fieldValues, ...details, pictures: newPhotos }
    }
    if (Object.keys(fieldValues).length === 0 && newPhotos.length === 0)
      return { ...base, action: 'unchanged', plannedFields: {}, errors: [], warnings, cells: [] }
    const heldReason = getReviewReason(car)
    if (heldReason)
      return {
        ...base,
        action: 'held',
        plannedFields: {},
        warnings,
        errors: [rowErrors.ofRow(heldReason)],
        cells: [],
      }
    rowErrors.warnAll(findWarnings(car, fieldValues, now))
    return { ...base, action: 'update', plannedFields: fieldValues, ...details, pictures: newPhotos }
  }

  return { plan, values, countSold: () => soldRows, countUnitless: () => unitless }
}

function createPlannedRow({ line, sheet }: TableRow, car: OwnCar | null) {
  return {
    line,
    sheet: sheet ?? null,
    carId: car?.id ?? null,
    version: car?.version ?? null,
    namedCarIds: [],
    pictures: [],
    decoded: [],
    isSold: false,
  }
}

/** The result for a cell that is treated as empty. */
const EMPTY_READING: Reading = { fieldValues: {} }

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

  add(field: CarColumn, cellError: CellError): void {
    this.errors.push(this.#toRowError(field, cellError))
  }

  addToRow(cellError: CellError): void {
    this.errors.push(this.ofRow(cellError))
  }

  warn(field: CarColumn, cellError: CellError): void {
    this.warnings.push(this.#toRowError(field, cellError))
  }

  warnAll(warnings: readonly (CellError & { field: CarColumn })[]): void {
    for (const { field, ...cellError } of warnings) this.warn(field, cellError)
  }

  ofRow(cellError: CellError): RowError {
    return { column: '', value: '', ...cellError }
  }

  #toRowError(field: CarColumn, cellError: CellError): RowError {
    const value = this.#cellIn(this.#row, field).slice(0, MAX_VALUE_LENGTH)
    return { column: this.#headerIn(this.#row, field), value, ...cellError }
  }
}

const MAX_VALUE_LENGTH = 200

/**
 * Maximum number of characters in a row whose cells are stored for correction. A longer row is unlikely to be
 * corrected by hand.
 */
const MAX_STORED_CHARACTERS = 100_000

function rejectMalformedRow({ cells }: TableRow, columns: number, rowErrors: RowErrors): void {
  const cellCount = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (cellCount > columns)
    rowErrors.addToRow({
      message: `This row has ${formatNumber(cellCount)} cells, and the first line names ${formatCount(columns, 'column')}.`,
      fix: 'Put quotes around cells that contain the separator.',
    })
  const maxCharacters = importLimits.cellCharacters
  if (cells.some((cell) => cell.length > maxCharacters))
    rowErrors.addToRow({
      message: `A cell of this row has more than ${formatNumber(maxCharacters)} characters.`,
      fix: 'Shorten it, and check for an unclosed quote.',
    })
}

function findMissingFields(car: OwnCar | null, fieldValues: GivenFields, rowErrors: RowErrors) {
  return car
    ? listMissingForListed(car, fieldValues)
    : listMissingForNew(fieldValues, rowErrors.has('stockNo'))
}

/**
 * Finds a row's car.
 * @returns null for a new car, or undefined if the car cannot be determined
 */
function findCar(byName: CarsByName, naming: Naming, rowErrors: RowErrors): OwnCar | null | undefined {
  const match = byName.match(naming)
  if ('car' in match) return match.car
  rowErrors.add(match.by, match.rejection)
  return undefined
}

function listRowKeys({ vin, stockNo }: Naming, car: OwnCar | null): [string, CarColumn][] {
  if (car) return [[`car ${car.id}`, vin === '' ? 'stockNo' : 'vin']]
  const vinKey: [string, CarColumn][] = vin === '' ? [] : [[`vin ${normalizeVin(vin)}`, 'vin']]
  return stockNo === '' ? vinKey : [...vinKey, [`stock ${stockNo.toLowerCase()}`, 'stockNo']]
}

/**
 * Reports whether two strings are the same, apart from differences that spreadsheets introduce: other line
 * breaks, and plain spaces instead of non-breaking ones.
 */
function isSameText(cell: string, text: string): boolean {
  return cell.trim().replace(/\r\n?/g, '\n') === withPlainSpaces(text).trim().replace(/\r\n?/g, '\n')
}

function clearField(column: FieldColumn): GivenFields {
  const field = getFileField(column)
  return { [field]: emptyCarFields[field] }
}

/**
 * Determines which unit to retain. A unit next to the mileage takes precedence over one in a separate column.
 */
function keepUnit(before: GivenFields, { mileage, mileageUnit }: GivenFields): GivenFields {
  const isColumn = mileageUnit !== undefined && mileage === undefined
  return isColumn && before.mileageUnit ? { mileageUnit: before.mileageUnit } : {}
}

function formatOwnCarName({ year, make, modelName }: OwnCar): string {
  return buildCarName({ year, category_name: make, modelName })
}

/** Removes the year from a model name. Titles in lists and other systems include it. */
function removeYear(fieldValues: GivenFields, car: OwnCar | null): GivenFields {
  const year = fieldValues.year ?? car?.year
  if (!year || !fieldValues.modelName?.startsWith(`${year} `)) return fieldValues
  return { ...fieldValues, modelName: fieldValues.modelName.slice(`${year} `.length).trim() }
}

/** Returns the values with the model spelled as in the search filters. */
function restoreOwnModel(fieldValues: GivenFields, car: OwnCar | null): GivenFields {
  return fieldValues.model
    ? { ...fieldValues, model: normalizeModel(fieldValues.make ?? car?.make ?? '', fieldValues.model) }
    : fieldValues
}

/**
 * Reports whether a place equals the city and state of a car's location. A feed contains only these, so the
 * car's full address is retained.
 */
function isSamePlace(cityAndRegion: string, location: string): boolean {
  const { city, region } = parseAddress(location)
  return cityAndRegion === [city, region].filter(Boolean).join(', ')
}

/**
 * Derives the model, which buyers filter by, from the car's name, unless the spreadsheet contains a model.
 */
function addModel(fieldValues: GivenFields, car: OwnCar | null, hasModelColumn: boolean): GivenFields {
  const { make = car?.make ?? '', modelName = car?.modelName ?? '' } = fieldValues
  const isNamed = fieldValues.make !== undefined || fieldValues.modelName !== undefined
  if (!isNamed || fieldValues.model || (car && hasModelColumn)) return fieldValues
  const model = extractModel(make, modelName)
  return model === car?.model ? fieldValues : { ...fieldValues, model }
}

function listFieldChanges(car: OwnCar, fieldValues: GivenFields): GivenFields {
  return Object.fromEntries(
    Object.entries(fieldValues).filter(
      ([field, value]) => !isSameValue(field, value, car[field as keyof GivenFields]),
    ),
  )
}

/**
 * Reports whether a value equals the current one. Prices are compared as amounts: `$24,900` equals `24,900`.
 */
function isSameValue(field: string, value: unknown, current: unknown): boolean {
  if (value === current) return true
  if (field !== 'priceText' && field !== 'originalPriceText') return false
  const cents = parsePrice(String(value))
  return cents !== null && cents === parsePrice(String(current))
}
