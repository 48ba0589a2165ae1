import type { ReactNode } from 'react'
import { toProblem } from '../../api/problem.ts'
import { LinkButton } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ListError } from '../table/ListError.tsx'

interface RecordStateProps {
  query: { error?: unknown; isFetching: boolean; refetch: () => unknown }
  /** The content shown while the record loads. */
  loading: ReactNode
  /** The content shown if the record does not exist. */
  absent: { icon: ReactNode; title: string; text: string; back: { label: string; to: string } }
}

/** Replaces a page's record while it loads, if it does not exist, or if it failed to load. */
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

/** Reports whether a query found that its record does not exist, or no longer exists. */
export function isAbsent({ error }: { error?: unknown }): boolean {
  return error !== undefined && toProblem(error).status === 404
}
