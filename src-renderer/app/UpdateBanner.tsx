import { useIsOutdated } from '../api/console-gate.ts'

/** In a console that is too old to write: says what to do. */
export function UpdateBanner() {
  const isOutdated = useIsOutdated()
  return (
    <div role="status" className="no-print">
      {isOutdated && (
        <p className="bg-warning-soft px-4 py-2 text-center text-small font-medium text-warning">
          Update the console: this version still shows everything, but can change nothing any more.
        </p>
      )}
    </div>
  )
}
