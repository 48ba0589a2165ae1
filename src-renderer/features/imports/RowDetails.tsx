import { useState } from 'react'
import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import type { ImportRow, RowError } from '../../../contract/imports.ts'
import { formatRowLocation } from '../../../contract/row-location.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextChange } from '../../ui/controls/TextChange.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { returnAfterSave } from '../../ui/form-exit.tsx'
import { formatCellText, getImportFieldName, SOLD_ELSEWHERE } from './import-labels.ts'

export function RowDetails({ row }: { row: ImportRow }) {
  return (
    <div className="flex flex-col gap-4 text-small">
      <p className="text-muted">{describeRowPlace(row)}</p>
      <RowErrors
        title={row.action === 'held' ? 'On hold' : 'Errors'}
        rowErrors={row.errors}
        tone="text-danger"
      />
      <RowErrors title="Warnings" rowErrors={row.warnings} tone="text-warning" />
      <RowChanges row={row} />
      {row.carID !== undefined && (
        <TextLink to={pagePath('editCar', { id: row.carID })} state={returnAfterSave}>
          Open this car
        </TextLink>
      )}
    </div>
  )
}

function describeRowPlace({ line, sheet, stockNo, vin }: ImportRow): string {
  const parts = [
    line === null ? 'Not in the file' : formatRowLocation({ line, sheet }),
    stockNo && `Stock number ${stockNo}`,
    vin && `VIN ${vin}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

interface ErrorsProps {
  title: string
  rowErrors: readonly RowError[]
  tone: string
}

function RowErrors({ title, rowErrors, tone }: ErrorsProps) {
  if (rowErrors.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      {rowErrors.map((rowError, at) => (
        <FieldError key={at} rowError={rowError} tone={tone} />
      ))}
    </section>
  )
}

export function FieldError({
  rowError: { column, value, message, fix },
  tone,
}: {
  rowError: RowError
  tone: string
}) {
  return (
    <p className="wrap-anywhere">
      {column && (
        <span className="text-muted">
          {column}
          {value && `: ${value}`}
          {' · '}
        </span>
      )}
      <span className={tone}>{message}</span> {fix}
    </p>
  )
}

const MAX_SHOWN_CHANGES = 3

interface RowChangesProps {
  row: ImportRow
  isCut?: boolean
}

/** Lists a row's changes or, for a new car, its initial values. */
export function RowChanges({
  row: { changes, action, name, soldElsewhere },
  isCut = false,
}: RowChangesProps) {
  const [isExpanded, setExpanded] = useState(!isCut)
  if (soldElsewhere) return <p>{SOLD_ELSEWHERE}</p>
  if (changes.length === 0) return null
  const telling = isCut && action === 'create' ? summarizeChanges(changes) : changes
  const shownChanges = isExpanded ? changes : telling.slice(0, MAX_SHOWN_CHANGES)
  const hiddenCount = changes.length - shownChanges.length
  const label = isExpanded ? 'Show less' : `Show all ${changes.length}`
  return (
    <div className="flex flex-col items-start gap-1">
      <dl className="flex w-full flex-col gap-1">
        {shownChanges.map(({ field, before, after, decoded }) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="flex-none text-muted">{getImportFieldName(field)}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {action === 'create' || before === undefined ? (
                <>
                  {formatCellText(field, after) || <span className="text-muted">Empty</span>}
                  {decoded && <span className="text-muted"> (from the VIN)</span>}
                </>
              ) : (
                <TextChange
                  label={getImportFieldName(field)}
                  before={formatCellText(field, before)}
                  after={formatCellText(field, after)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isCut && (isExpanded ? changes.length > MAX_SHOWN_CHANGES : hiddenCount > 0) && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isExpanded}
          aria-label={`${label} of ${name}`}
          onClick={() => setExpanded(!isExpanded)}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

/**
 * Columns that a new car's summary omits, because its name, its numbers, or another value already includes
 * them.
 */
const omittedColumns: readonly CarColumn[] = [
  'stockNo',
  'vin',
  'make',
  'modelName',
  'model',
  'year',
  'mileageUnit',
]

/** Returns a new car's most important changes, with the price first. */
export function summarizeChanges(changes: ImportRow['changes']): ImportRow['changes'] {
  const isFirst = ({ field }: { field: CarColumn }) => field === 'price'
  const summarized = changes.filter(({ field, decoded }) => decoded || !omittedColumns.includes(field))
  return [...summarized.filter(isFirst), ...summarized.filter((change) => !isFirst(change))]
}
