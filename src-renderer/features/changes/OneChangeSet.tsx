import { History } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { RecordState } from '../../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { UnconfirmedNotice } from '../../session/UnconfirmedNotice.tsx'
import { SetDetails } from './SetDetails.tsx'
import { revertsWait, getSetTitle } from './set-text.ts'
import { useChangeSet } from './use-change-set.ts'

export function OneChangeSet() {
  const { id = '' } = useParams()
  return <ChangeSet key={id} id={id} />
}

function ChangeSet({ id }: { id: string }) {
  const query = useChangeSet(id)
  const set = query.data
  usePageTitle(set && getSetTitle(set))
  if (!set) return <RecordState query={query} loading={<SetSkeleton />} absent={noSuchChange} />

  return (
    <div className="flex max-w-160 flex-col gap-2">
      <Breadcrumb
        items={[{ label: pages.changes.title, to: pages.changes.path }, { label: pages.changeSet.title }]}
      />
      <PageHead title={getSetTitle(set)} />
      <UnconfirmedNotice waits={revertsWait} className="mb-3" />
      <SetDetails set={set} />
    </div>
  )
}

const noSuchChange = {
  icon: <History />,
  title: 'We couldn’t find that change',
  text: 'It’s someone else’s, or the address is wrong.',
  back: { label: 'Back to changes', to: pages.changes.path },
}

function SetSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-96 w-full max-w-160" />
    </Loading>
  )
}
