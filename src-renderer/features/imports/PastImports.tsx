import { History } from 'lucide-react'
import type { ImportSummary } from '../../../contract/imports.ts'
import { importStateLabels } from '../../../contract/list-labels.ts'
import { pagePath } from '../../../contract/pages.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { formatImportOutcome, stateTones } from './import-labels.ts'
import { importsApi } from './imports.api.ts'

const { listImports, countImports } = importsApi.endpoints

const sorts = {
  file: listFieldSorts('file'),
  state: listFieldSorts('state'),
  outcome: listFieldSorts('rows'),
  at: byAge,
}

const importsList = createFacetedSource<'listImports', 'countImports'>(
  { endpoint: listImports, sorts },
  {
    name: 'state',
    label: 'status',
    words: importStateLabels,
    counts: countImports,
    read: (counts) => counts,
  },
)

export function PastImports() {
  const { query, view, total } = useList(importsList)

  return (
    <>
      {Boolean(total) && (
        <div className="mb-4 flex justify-end">
          <ExportMenu list="listImports" fileName="kerblight-imports" view={view} />
        </div>
      )}
      <ListTable
        caption="Past imports"
        isCaptionVisible
        query={query}
        view={view}
        rowKey={({ _id }) => _id}
        columns={columns}
        empty={
          <EmptyState
            icon={<History />}
            title="No imports yet"
            text={`Each import stays here for ${REVERT_DAYS} days, with its results and an option to revert.`}
          />
        }
      />
    </>
  )
}

const columns: readonly Column<ImportSummary>[] = [
  {
    key: 'file',
    header: 'File',
    kind: 'main',
    width: 220,
    value: ({ fileName }) => fileName,
    render: ({ _id: id, fileName }) => (
      <TextLink to={pagePath('carImport', { id })} className="wrap-anywhere">
        {fileName}
      </TextLink>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    rank: 1,
    width: 130,
    isFacet: true,
    value: ({ state }) => importStateLabels[state],
    render: ({ state }) => <Badge tone={stateTones[state]}>{importStateLabels[state]}</Badge>,
  },
  {
    key: 'outcome',
    header: 'Cars',
    rank: 2,
    width: 280,
    value: formatImportOutcome,
    render: (job) => <span className="wrap-anywhere">{formatImportOutcome(job)}</span>,
  },
  {
    key: 'at',
    header: 'When',
    rank: 3,
    width: 160,
    value: ({ at }) => at,
    render: ({ at }) => <DateText at={at} hasTime />,
  },
]
