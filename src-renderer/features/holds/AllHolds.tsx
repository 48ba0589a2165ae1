import { Timer } from 'lucide-react'
import type { Hold } from '../../../contract/holds.ts'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { holdColumns } from './hold-columns.tsx'
import { useListHoldsInfiniteQuery } from './holds.api.ts'
import { useEndHold } from './use-end-hold.ts'

/** What buyers hold while they pay, for admins, who can end it. */
export function AllHolds() {
  const query = useListHoldsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { ask, isEnding } = useEndHold()

  return (
    <>
      <PageHead
        title={pages.holds.title}
        count={pagesOf(query.data).total}
        text="Cars that buyers are paying for. No one else can buy them until the hold ends."
        actions={<ExportMenu list="listHolds" fileName="kerblight-holds" />}
      />
      <PagedTable
        caption={pages.holds.title}
        query={query}
        rowKey={(hold) => hold._id}
        empty={
          <EmptyState
            icon={<Timer />}
            title="No holds right now"
            text="When a buyer starts to pay, their hold shows up here."
          />
        }
        desk={{ deletion: (hold) => () => void ask(hold) }}
        columns={[
          ...holdColumns,
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 110,
            render: (hold) => (
              <EndButton hold={hold} isEnding={isEnding(hold)} onEnd={() => void ask(hold)} />
            ),
          },
        ]}
      />
    </>
  )
}

interface EndButtonProps {
  hold: Hold
  isEnding: boolean
  onEnd: () => void
}

function EndButton({ hold, isEnding, onEnd }: EndButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      loading={isEnding}
      aria-label={`End hold: ${hold.carName}`}
      onClick={singleClick(onEnd)}
    >
      End hold
    </Button>
  )
}
