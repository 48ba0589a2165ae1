import { CloudOff, TriangleAlert } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorStateProps {
  /** RTK Query's `error`. */
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
}

/** In place of data that did not come: what happened, and a way to try again. */
export function ErrorState({ error, onRetry, isRetrying }: ErrorStateProps) {
  const problem = toProblem(error)
  const isOffline = problem.code === 'offline'

  return (
    <div role="alert">
      <EmptyState
        icon={isOffline ? <CloudOff /> : <TriangleAlert />}
        title={isOffline ? 'No connection' : 'This didn’t load'}
        text={problem.message}
        action={
          onRetry && (
            <Button variant="secondary" onClick={onRetry} loading={isRetrying ?? false}>
              Try again
            </Button>
          )
        }
      />
    </div>
  )
}
