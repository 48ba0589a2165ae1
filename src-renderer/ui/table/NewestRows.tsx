import { useId } from 'react'
import { flattenPages } from '../../api/endpoint.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ListError } from './ListError.tsx'
import type { RowsQuery } from './table-props.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { TextLink } from '../controls/TextLink.tsx'

const MAX_SHOWN_ROWS = 5

interface NewestRowsProps<Row> extends Omit<DataTableProps<Row>, 'caption' | 'isCaptionVisible' | 'rows'> {
  title: string
  as: 'h2' | 'h3'
  query: RowsQuery<Row>
  more: { label: string; to: string }
}

export function NewestRows<Row>({ title, as: Title, query, more, ...table }: NewestRowsProps<Row>) {
  const id = useId()
  const { items } = flattenPages(query.data)

  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <Title id={id} className="text-lead font-bold">
          {title}
        </Title>
        {items?.length !== 0 && (
          <TextLink to={more.to} className="inline-flex min-h-11 items-center text-small compact:min-h-8">
            {more.label}
          </TextLink>
        )}
      </div>
      {!items && query.error ? (
        <ListError query={query} />
      ) : (
        <DataTable
          {...table}
          caption={title}
          rows={items?.slice(0, MAX_SHOWN_ROWS)}
          skeletonRows={MAX_SHOWN_ROWS}
        />
      )}
      <StaleNotice query={query} />
    </section>
  )
}
