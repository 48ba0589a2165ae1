import type { ImportRow } from '../../../contract/imports.ts'
import { rowActionLabels } from '../../../contract/list-labels.ts'
import { formatRowLocation } from '../../../contract/row-location.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { actionTones, formatCellText, getImportFieldName, SOLD_ELSEWHERE } from './import-labels.ts'
import { FieldError, RowChanges, summarizeChanges } from './RowDetails.tsx'

const line: Column<ImportRow> = {
  key: 'line',
  header: 'Line',
  width: 64,
  align: 'end',
  render: ({ line: number, sheet }) => (
    <span className="tabular-nums text-muted" title={sheet}>
      {number?.toLocaleString('en-US') ?? '–'}
    </span>
  ),
}

const result: Column<ImportRow> = {
  key: 'result',
  header: 'Result',
  width: 110,
  isFacet: true,
  render: ({ action, warnings }) => (
    <span className="flex flex-wrap gap-1">
      <Badge tone={actionTones[action]}>{rowActionLabels[action]}</Badge>
      {warnings.length > 0 && action !== 'error' && <Badge tone="warning">Warning</Badge>}
    </span>
  ),
}

/** The comfortable layout's columns. None is sortable, because rows are always in the file's order. */
export const roomyColumns: readonly Column<ImportRow>[] = [
  line,
  {
    key: 'car',
    header: 'Car',
    kind: 'main',
    value: nameOfRow,
    isUnsorted: true,
    render: (row) => (
      <>
        <span className="font-semibold wrap-anywhere">{nameOfRow(row)}</span>
        <span className="block text-small wrap-anywhere text-muted">{numbersOf(row)}</span>
      </>
    ),
  },
  result,
  {
    key: 'what',
    header: 'What changes',
    render: (row) => (
      <div className="cell-wide flex flex-col gap-2 text-left text-small">
        {row.errors.map((rowError, at) => (
          <FieldError
            key={at}
            rowError={rowError}
            tone={row.action === 'held' ? 'text-warning' : 'text-danger'}
          />
        ))}
        {row.warnings.map((rowError, at) => (
          <FieldError key={at} rowError={rowError} tone="text-warning" />
        ))}
        <RowChanges row={row} isCut />
      </div>
    ),
  },
]

export const denseColumns: readonly Column<ImportRow>[] = [
  line,
  {
    key: 'car',
    header: 'Car',
    kind: 'main',
    width: 220,
    value: nameOfRow,
    isUnsorted: true,
    render: (row) => <span className="font-semibold">{nameOfRow(row)}</span>,
  },
  { ...result, width: 170 },
  {
    key: 'stock',
    header: 'Stock number',
    rank: 2,
    width: 110,
    render: ({ stockNo }) => stockNo || <span className="text-muted">–</span>,
  },
  {
    key: 'vin',
    header: 'VIN',
    rank: 3,
    width: 180,
    render: ({ vin }) => vin || <span className="text-muted">–</span>,
  },
  {
    key: 'what',
    header: 'What changes',
    rank: 1,
    width: 320,
    render: (row) => <span className="text-muted">{summaryOf(row)}</span>,
  },
]

function nameOfRow({ name, stockNo, vin, line: number, sheet }: ImportRow): string {
  return name || stockNo || vin || (number === null ? 'Line' : formatRowLocation({ line: number, sheet }))
}

function numbersOf({ stockNo, vin }: ImportRow): string {
  return [stockNo, vin].filter(Boolean).join(' · ')
}

function summaryOf({ errors, warnings, changes, action, soldElsewhere }: ImportRow): string {
  if (soldElsewhere) return SOLD_ELSEWHERE
  const [rowError] = [...errors, ...warnings]
  if (rowError) return [rowError.column, rowError.message].filter(Boolean).join(': ')
  if (action === 'create')
    return summarizeChanges(changes)
      .map(({ field, after }) => `${getImportFieldName(field)} ${formatCellText(field, after)}`)
      .join(', ')
  return changes.map(({ field }) => getImportFieldName(field)).join(', ')
}
