import { Timer } from 'lucide-react'
import { useState } from 'react'
import type { Hold } from '../../../contract/holds.ts'
import { holdStateLabels } from '../../../contract/list-labels.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { holdColumns } from './hold-columns.tsx'
import { holdsApi, useEndHoldMutation } from './holds.api.ts'

const { listHolds, countHolds } = holdsApi.endpoints

const sorts = {
  car: listFieldSorts('car'),
  buyer: listFieldSorts('buyer'),
  'email-status': listFieldSorts('proof'),
  since: byAge,
  until: listFieldSorts('until'),
  state: listFieldSorts('state'),
}

const holdsList = createFacetedSource<'listHolds', 'countHolds'>(
  { endpoint: listHolds, sorts },
  {
    name: 'state',
    label: 'status',
    words: holdStateLabels,
    counts: countHolds,
    read: (counts) => counts,
  },
)

/** Lists the cars held for paying buyers. Only admins see the list, and they can end a hold. */
export function AllHolds() {
  const { query, view, total } = useList(holdsList)
  const { confirmEnd, isEnding } = useEndHold()

  return (
    <>
      <PageHead
        title={pages.holds.title}
        count={total}
        text="Cars that buyers are paying for. No one else can buy them until the hold ends."
        actions={<ExportMenu list="listHolds" fileName="kerblight-holds" view={view} />}
      />
      <ListTable
        caption={pages.holds.title}
        query={query}
        view={view}
        rowKey={(hold) => hold._id}
        empty={
          <EmptyState
            icon={<Timer />}
            title="No holds right now"
            text="When a buyer starts to pay, their hold shows up here."
          />
        }
        consoleOptions={{ deletion: (hold) => () => void confirmEnd(hold) }}
        columns={[
          ...holdColumns,
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 110,
            render: (hold) => (
              <EndButton hold={hold} isEnding={isEnding(hold)} onEnd={() => void confirmEnd(hold)} />
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
      onClick={handleSingleClick(onEnd)}
    >
      End hold
    </Button>
  )
}

/**
 * Ends a hold after confirmation. Stripe decides whether it can still be ended, so the row stays until the
 * response arrives.
 */
function useEndHold() {
  const [endHold] = useEndHoldMutation()
  const [ending, setEnding] = useState<readonly string[]>([])

  async function confirmEnd(hold: Hold): Promise<void> {
    const { _id: id, carName: car, buyerName: buyer } = hold
    const isSure = await confirm({
      title: `End the hold on ${car}?`,
      text: `The car goes back on sale. ${buyer} isn’t charged, gets a notification, and can’t hold it again for 15 minutes.`,
      confirmLabel: 'End hold',
    })
    if (!isSure) return
    setEnding((ids) => [...ids, id])
    const { data, error } = await endHold({ params: { id } })
    setEnding((ids) => ids.filter((other) => other !== id))
    if (error) toast.error(toProblem(error).message)
    else if (data.deletedCount === 1) toast.success(`Hold ended: ${car}`)
    else toast.info('That hold had already ended')
  }

  return { confirmEnd, isEnding: ({ _id }: Hold) => ending.includes(_id) }
}
