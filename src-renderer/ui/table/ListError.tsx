import { Lock } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { EmptyState } from '../controls/EmptyState.tsx'
import { ErrorState } from '../controls/ErrorState.tsx'

interface ListErrorProps {
  query: { error?: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Replaces a list that failed to load or that this account may not view. */
export function ListError({ query }: ListErrorProps) {
  const problem = toProblem(query.error)
  if (problem.code === 'not-allowed') {
    return (
      <div className="card" role="alert">
        <EmptyState icon={<Lock />} title="You don’t have access" text={problem.message} />
      </div>
    )
  }
  return (
    <div className="card">
      <ErrorState error={problem} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    </div>
  )
}
