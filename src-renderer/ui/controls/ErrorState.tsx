import { CloudOff, TriangleAlert } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorStateProps {
  /** The `error` from an RTK Query hook. */
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
}

/** Replaces data that failed to load with an error and a retry button. */
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
