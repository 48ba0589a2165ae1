import { History } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListError } from '../../ui/ListError.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useGetChangeSetQuery } from './changes.api.ts'
import { SetDetails } from './SetDetails.tsx'
import { setTitle } from './set-text.ts'

/** What was changed together, by its id. */
export function OneChangeSet({ id }: { id: string }) {
  const query = useGetChangeSetQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const set = query.data
  usePageTitle(set && setTitle(set))
  if (!set && query.error)
    return toProblem(query.error).status === 404 ? <NoSuchChange /> : <ListError query={query} />
  if (!set)
    return (
      <Loading>
        <Skeleton className="h-96 w-full max-w-160" />
      </Loading>
    )

  return (
    <div className="flex max-w-160 flex-col gap-2">
      <Breadcrumb
        items={[{ label: pages.changes.title, to: pages.changes.path }, { label: pages.changeSet.title }]}
      />
      <PageHead title={setTitle(set)} />
      <SetDetails set={set} />
    </div>
  )
}

function NoSuchChange() {
  return (
    <div className="card">
      <EmptyState
        icon={<History />}
        as="h1"
        title="We couldn’t find that change"
        text="It’s someone else’s, or the address is wrong."
        action={<LinkButton to={pages.changes.path}>Back to changes</LinkButton>}
      />
    </div>
  )
}
