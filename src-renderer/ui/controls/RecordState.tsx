import type { ReactNode } from 'react'
import { toProblem } from '../../api/problem.ts'
import { LinkButton } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ListError } from '../table/ListError.tsx'

interface RecordStateProps {
  query: { error?: unknown; isFetching: boolean; refetch: () => unknown }
  loading: ReactNode
  absent: { icon: ReactNode; title: string; text: string; back: { label: string; to: string } }
}

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

/** Reports whether the query's record never existed or is gone. */
export function isAbsent({ error }: { error?: unknown }): boolean {
  return error !== undefined && toProblem(error).status === 404
}
