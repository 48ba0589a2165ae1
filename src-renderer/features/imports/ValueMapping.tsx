import { useState, type FormEvent } from 'react'
import {
  choiceFacts,
  choiceNames,
  getOptionLabel,
  type ChoiceName,
} from '../../../contract/cars/car-choices.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { isForChoosing } from '../../../contract/import-values.ts'
import type { CarImport, ImportValue } from '../../../contract/imports.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { NativeSelect } from '../../ui/controls/native-controls.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { allMakes, useListAllCategoriesQuery } from '../categories/categories.api.ts'
import { SaveBar } from './ColumnMapping.tsx'
import { formatCellText, getImportFieldName } from './import-labels.ts'
import { useSetImportValuesMutation } from './imports.api.ts'
import { FindValue, PAGE_SIZE, useFoundValues } from './FindValue.tsx'
import { openValues } from './plan-views.ts'

const AUTOMATIC = 'automatic'
const LEAVE_OUT = 'leave-out'
const OURS = 'ours '

/** Maps the file's values to ours. Unrecognized values come first, followed by those already mapped. */
export function ValueMapping({ job }: { job: CarImport }) {
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const [save, { isLoading }] = useSetImportValuesMutation()
  const makes = useListAllCategoriesQuery(allMakes).data?.map(({ category_name: name }) => name) ?? []
  const unmatchedValues = new Set(openValues(job))
  const rankOf = (value: ImportValue) => (unmatchedValues.has(value) ? 0 : value.by !== undefined ? 1 : 2)
  const sorted = job.values.filter(isForChoosing).toSorted((one, other) => rankOf(one) - rankOf(other))
  const matches = useFoundValues(sorted)
  const changed = job.values.filter((value) => choices.has(buildImportValueKey(value)))

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    const values = changed.map((value) => ({
      // Excludes `id`, because the table has no column for our own IDs.
      field: value.field as Exclude<ImportValue['field'], 'id'>,
      value: value.value,
      ...chosenOf(choices.get(buildImportValueKey(value))!),
    }))
    const { error } = await save({ params: { id: job._id }, body: { values } })
    if (error) toast.error(formatProblem(toProblem(error)))
  }

  return (
    <form className="import-mapping" onSubmit={(event) => void handleSubmit(event)}>
      <p className="max-w-[68ch] text-small text-muted">
        Only values that are written differently on Kerblight are shown. What you choose is remembered for
        your next file.
      </p>
      {sorted.length > PAGE_SIZE && <FindValue matches={matches} />}
      <DataTable
        caption="Values of the file"
        rows={matches.shown}
        rowKey={buildImportValueKey}
        empty={
          sorted.length > 0 ? (
            <EmptyState title="No value has these words" text="Try fewer words, or a column’s name." />
          ) : (
            <EmptyState title="Nothing to match" text="Every value is already written as on Kerblight." />
          )
        }
        columns={columnsWith((value) => (
          <span className="select">
            <NativeSelect
              className="input"
              aria-label={`${getImportFieldName(value.field)} “${value.value}” becomes`}
              value={choices.get(buildImportValueKey(value)) ?? currentOf(value)}
              onChange={({ target }) =>
                setChoices(new Map([...choices, [buildImportValueKey(value), target.value]]))
              }
            >
              <option value={AUTOMATIC}>{automaticOf(value)}</option>
              <option value={LEAVE_OUT}>Leave out</option>
              {withChosen(optionsOf(value, makes), value).map((option) => (
                <option key={option} value={OURS + option}>
                  {option}
                </option>
              ))}
            </NativeSelect>
          </span>
        ))}
      />
      <LoadMore
        shown={matches.shown.length}
        total={matches.count}
        pageSize={PAGE_SIZE}
        hasMore={matches.shown.length < matches.count}
        isLoading={false}
        error={undefined}
        onLoadMore={matches.showMore}
      />
      <ReadValues values={job.values.filter((value) => !isForChoosing(value))} />
      {sorted.length > 0 && <SaveBar count={changed.length} noun="value" isSaving={isLoading} />}
    </form>
  )
}

function ReadValues({ values }: { values: readonly ImportValue[] }) {
  const fields = [...Map.groupBy(values, ({ field }) => field)]
  if (fields.length === 0) return null
  return (
    <section aria-label="Numbers" className="flex flex-col gap-1 text-small text-muted">
      {fields.map(([field, [example, ...more]]) => (
        <p key={field} className="wrap-anywhere">
          {getImportFieldName(field)}: “{example!.value}” is read as{' '}
          {formatCellText(field, example!.becomes ?? '')}
          {more.length > 0 && ', and others likewise'}
        </p>
      ))}
    </section>
  )
}

function buildImportValueKey({ field, value }: ImportValue): string {
  return `${field} ${value}`
}

/**
 * Converts a choice to the API's input. Without `becomes`, the server forgets the choice and interprets the
 * value automatically.
 */
function chosenOf(choice: string): { becomes?: string | null } {
  if (choice === AUTOMATIC) return {}
  return { becomes: choice === LEAVE_OUT ? null : choice.slice(OURS.length) }
}

function currentOf({ becomes, by }: ImportValue): string {
  if (by === undefined) return AUTOMATIC
  return becomes === null ? LEAVE_OUT : OURS + becomes
}

function automaticOf({ field, becomes, by }: ImportValue): string {
  if (by !== undefined) return 'As in the file'
  return becomes === null ? 'Choose…' : formatCellText(field, becomes)
}

function optionsOf({ field }: ImportValue, makes: readonly string[]): readonly string[] {
  if (field === 'make') return makes
  return isChoice(field) ? choiceFacts[field].options.map((option) => getOptionLabel(field, option)) : []
}

/** Adds an earlier choice to the options, even if it is no longer one of our values. */
function withChosen(options: readonly string[], { becomes, by }: ImportValue): readonly string[] {
  return by === undefined || becomes === null || options.includes(becomes) ? options : [becomes, ...options]
}

function isChoice(field: string): field is ChoiceName {
  return choiceNames.some((name) => name === field)
}

function columnsWith(choice: (value: ImportValue) => React.ReactNode): Column<ImportValue>[] {
  return [
    {
      key: 'value',
      header: 'In the file',
      kind: 'main',
      render: ({ value }) => <span className="font-semibold wrap-anywhere">{value}</span>,
    },
    { key: 'field', header: 'Column', render: ({ field }) => getImportFieldName(field) },
    {
      key: 'count',
      header: 'Rows',
      align: 'end',
      render: ({ count }) => <span className="tabular-nums">{formatNumber(count)}</span>,
    },
    { key: 'becomes', header: 'On Kerblight', render: choice },
    {
      key: 'by',
      header: 'How it was matched',
      render: ({ becomes, by }) => {
        if (by !== undefined) return <Badge tone="primary">Your choice</Badge>
        return becomes === null ? <Badge tone="warning">Not matched</Badge> : <Badge>Recognized</Badge>
      },
    },
  ]
}
