import type { ReactNode } from 'react'
import { toProblem } from '../../api/problem.ts'
import { LinkButton } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ListError } from '../table/ListError.tsx'

interface RecordStateProps {
  query: { error?: unknown; isFetching: boolean; refetch: () => unknown }
  /** What stands in its place while it loads. */
  loading: ReactNode
  /** What to say where it isn't there. */
  absent: { icon: ReactNode; title: string; text: string; back: { label: string; to: string } }
}

/** In place of the one record of a page: that it loads, isn't there, or did not load. */
export function RecordState({ query, loading, absent }: RecordStateProps) {
  if (!query.error) return loading
  if (!isAbsent(query)) return <ListError query={query} />
  const { icon, title, text, back } = absent
  return (
    <div className="card">
      <EmptyState
        icon={icon}
        as="h1"
        title={title}
        text={text}
        action={<LinkButton to={back.to}>{back.label}</LinkButton>}
      />
    </div>
  )
}

/** Whether a query found that its record isn't there, or is no longer. */
export function isAbsent({ error }: { error?: unknown }): boolean {
  return error !== undefined && toProblem(error).status === 404
}
