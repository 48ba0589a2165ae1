import { formatCount } from '../../../contract/number-format.ts'
import { watchedFilePath } from '../../../contract/desktop/watched-folder.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { useWatchedFolder } from './use-watched-folder.ts'

/**
 * Announces a watched-folder file that needs attention. The live region is always rendered so that screen
 * readers notice changes.
 */
export function WatchedFolderNotice({ host }: { host: ConsoleHost }) {
  const { state, act } = useWatchedFolder(host)
  const openFiles = state?.files.filter(({ isOpen }) => isOpen) ?? []
  const [newest, ...others] = openFiles
  return (
    <div role="status">
      {newest && (
        <p className="console-notice">
          {newest.fileName} needs you. {newest.text} {others.length > 0 && `${othersText(others.length)} `}
          <TextLink to={watchedFilePath(newest)}>
            {newest.importID === null ? 'See the folder' : 'Look at the import'}
          </TextLink>{' '}
          <button
            type="button"
            className="text-link"
            onClick={() => void act(() => host.watchedFolder.dismiss())}
          >
            Dismiss
          </button>
        </p>
      )}
    </div>
  )
}

/** Describes the other files, to which Dismiss also applies. */
function othersText(count: number): string {
  return `${formatCount(count, 'other file')} ${count === 1 ? 'needs' : 'need'} you, too.`
}
