import { useState, type FormEvent } from 'react'
import { carColumnNames, type CarColumn } from '../../../contract/cars/car-columns.ts'
import { formatCount } from '../../../contract/number-format.ts'
import type { CarImport, ImportColumn } from '../../../contract/imports.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { NativeSelect } from '../../ui/controls/native-controls.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { getImportFieldName } from './import-labels.ts'
import { useSetImportColumnsMutation } from './imports.api.ts'
import { openColumns } from './plan-views.ts'

type Choices = ReadonlyMap<number, CarColumn | null>

export function ColumnMapping({ job }: { job: CarImport }) {
  const [choices, setChoices] = useState<Choices>(new Map())
  const [save, { isLoading }] = useSetImportColumnsMutation()
  const unmatchedColumns = new Set(openColumns(job))
  const sorted = job.columns.toSorted(
    (one, other) => Number(unmatchedColumns.has(other)) - Number(unmatchedColumns.has(one)),
  )
  const fieldOf = ({ column, field }: ImportColumn) => {
    const chosenField = choices.get(column)
    if (chosenField !== undefined) return chosenField
    // Each field can have only one column. Choosing it for another column clears the previous one.
    return field !== null && [...choices.values()].includes(field) ? null : field
  }

  function choose(column: ImportColumn, field: CarColumn | null) {
    const otherChoices = [...choices].filter(([, chosenField]) => chosenField !== field || field === null)
    setChoices(new Map([...otherChoices, [column.column, field]]))
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    const columns = [...choices].map(([column, field]) => ({ column, field }))
    const { error } = await save({ params: { id: job._id }, body: { columns } })
    if (error) toast.error(formatProblem(toProblem(error)))
  }

  return (
    <form className="import-mapping" onSubmit={(event) => void handleSubmit(event)}>
      <p className="max-w-[68ch] text-small text-muted">
        What you choose is remembered for your next file with the same column names.
      </p>
      <DataTable
        caption="Columns of the file"
        rows={sorted}
        rowKey={({ column }) => String(column)}
        columns={columnsWith((column) => (
          <span className="select">
            <NativeSelect
              className="input"
              aria-label={`“${nameOfColumn(column)}” is`}
              value={fieldOf(column) ?? ''}
              onChange={({ target }) => choose(column, (target.value || null) as CarColumn | null)}
            >
              <option value="">Leave out</option>
              {carColumnNames.map((field) => (
                <option key={field} value={field}>
                  {getImportFieldName(field)}
                </option>
              ))}
            </NativeSelect>
          </span>
        ))}
      />
      <SaveBar count={choices.size} noun="column" isSaving={isLoading} />
    </form>
  )
}

interface SaveBarProps {
  count: number
  noun: string
  isSaving: boolean
}

/** Saves the choices. The server then reads the file again. */
export function SaveBar({ count, noun, isSaving }: SaveBarProps) {
  return (
    <div role="status" className={count > 0 ? 'import-save' : undefined}>
      {count > 0 && (
        <>
          <Button type="submit" loading={isSaving}>
            Save and check again
          </Button>
          <span className="text-small text-muted">{formatCount(count, noun)} changed</span>
        </>
      )}
    </div>
  )
}

function nameOfColumn({ header, column }: ImportColumn): string {
  return header.trim() || `Column ${column + 1}`
}

const origins = { name: 'Recognized', memory: 'Remembered', seller: 'Your choice' } as const

function columnsWith(choice: (column: ImportColumn) => React.ReactNode): Column<ImportColumn>[] {
  return [
    {
      key: 'header',
      header: 'In the file',
      kind: 'main',
      render: (column) => <span className="font-semibold wrap-anywhere">{nameOfColumn(column)}</span>,
    },
    {
      key: 'samples',
      header: 'For example',
      render: ({ samples }) => (
        <span className="text-muted wrap-anywhere">
          {samples.length > 0 ? samples.map(shorten).join(' · ') : 'Empty'}
        </span>
      ),
    },
    { key: 'field', header: 'On Kerblight', render: choice },
    {
      key: 'by',
      header: 'How it was matched',
      render: (column) => <Origin {...column} />,
    },
  ]
}

const SAMPLE = 40

function shorten(sample: string): string {
  return sample.length > SAMPLE ? `${sample.slice(0, SAMPLE)}…` : sample
}

function Origin({ by, field, samples }: ImportColumn) {
  if (by !== null) return <Badge tone={by === 'name' ? 'neutral' : 'primary'}>{origins[by]}</Badge>
  return field === null && samples.length > 0 ? <Badge tone="warning">Not matched</Badge> : null
}
