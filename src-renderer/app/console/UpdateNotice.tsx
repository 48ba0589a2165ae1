import { useConfig } from '../../api/config.ts'
import { useIsOutdated } from '../../api/console-gate.ts'
import { platform } from '../../platform/current.ts'

/** In a console that is too old to write: says what to do. The live region is always there. */
export function UpdateNotice() {
  const isOutdated = useIsOutdated()
  const config = useConfig()
  return (
    <div role="status">
      {isOutdated && (
        <p className="console-notice">
          Update required. This version of the console is read-only.{' '}
          {config?.hasConsoleDownload === true && (
            <button type="button" className="text-link" onClick={() => platform.openExternal('/console')}>
              Download the new version
            </button>
          )}
        </p>
      )}
    </div>
  )
}
