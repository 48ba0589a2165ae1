import { Bookmark, Trash2 } from 'lucide-react'
import type { AlertFrequency } from '../../../contract/search-limits.ts'
import type { SavedSearch } from '../../../contract/searches.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { IconButton, LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { handleSingleClick } from '../../ui/single-click.ts'
import { ListError } from '../../ui/table/ListError.tsx'
import { toastDeleted } from '../undo/undo.api.ts'
import { frequencies } from '../../ui/alert-frequencies.ts'
import { searchesApi } from './searches.api.ts'
import '../../ui/form/form.css'

interface SavedSearchesProps {
  /** Returns a query's filters as short texts. */
  describe: (query: string) => readonly string[]
}

/** Lists the user's saved searches with their filters and the frequency of their alerts. */
export function SavedSearches({ describe }: SavedSearchesProps) {
  const query = searchesApi.useListSearchesQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <>
      <PageHead
        title={pages.savedSearches.title}
        count={query.data?.length}
        text="We’ll tell you when a new car matches, or when a price falls into your range."
      />
      {!query.data ? (
        query.error ? (
          <ListError query={query} />
        ) : (
          <SearchesSkeleton />
        )
      ) : query.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Bookmark />}
            title="No saved searches yet"
            text="Choose filters on the search page, then save the search. We’ll look for you from then on."
            action={<LinkButton to={pages.search.path}>Search cars</LinkButton>}
          />
        </Card>
      ) : (
        <ul className="flex flex-col gap-4">
          {query.data.map((search) => (
            <li key={search._id}>
              <SearchCard search={search} filters={describe(search.query)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SearchesSkeleton() {
  return (
    <Loading label="Loading saved searches" className="flex flex-col gap-4">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </Loading>
  )
}

interface SearchCardProps {
  search: SavedSearch
  filters: readonly string[]
}

function SearchCard({ search: { _id, name, query, every, stopped }, filters }: SearchCardProps) {
  const dispatch = useAppDispatch()
  const [updateSearch, { isLoading }] = searchesApi.useUpdateSearchMutation()
  const [deleteSearch] = searchesApi.useDeleteSearchMutation()
  const params = { id: _id }

  async function handleChange(next: AlertFrequency) {
    const { error } = await updateSearch({ params, body: { every: next } })
    if (error) toast.error(toProblem(error).message)
  }

  async function handleDelete() {
    const { data, error } = await deleteSearch({ params })
    if (error) toast.error(toProblem(error).message)
    else dispatch(toastDeleted('Search deleted', data))
  }

  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lead font-semibold wrap-anywhere">
          <TextLink to={`${pages.search.path}?${query}`}>{name}</TextLink>
        </h2>
        <IconButton label={`Delete ${name}`} onClick={handleSingleClick(() => void handleDelete())}>
          <Trash2 />
        </IconButton>
      </div>
      <ul className="flex flex-wrap gap-2" aria-label={`Filters of ${name}`}>
        {filters.map((text) => (
          <li key={text} className="max-w-full">
            <Badge>{text}</Badge>
          </li>
        ))}
      </ul>
      <Select
        label="Alerts"
        className="max-w-60"
        value={stopped ? '' : every}
        disabled={isLoading}
        options={frequencies}
        {...(stopped && { placeholder: 'Off' })}
        onChange={(event) => {
          const next = frequencies.find(({ value }) => value === event.target.value)
          if (next) void handleChange(next.value)
        }}
      />
    </Card>
  )
}
