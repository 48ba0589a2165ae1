import { useIsOutdated } from '../../api/console-gate.ts'

/** In a console that is too old to write: says what to do. The live region is always there. */
export function UpdateNotice() {
  const isOutdated = useIsOutdated()
  return (
    <div role="status">
      {isOutdated && (
        <p className="console-notice">Update required. This version of the console is read-only.</p>
      )}
    </div>
  )
}
