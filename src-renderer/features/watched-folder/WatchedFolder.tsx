import { FolderOpen } from 'lucide-react'
import {
  type WatchedFolder as State,
  watchedFilePath,
  type WatchedFile,
} from '../../../contract/desktop/watched-folder.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { WatchLimitsForm } from './WatchLimitsForm.tsx'
import { useWatchedFolder } from './use-watched-folder.ts'

const outcomes: Record<WatchedFile['outcome'], string> = {
  applied: 'Imported',
  unchanged: 'No changes',
  'needs-you': 'Needs you',
  refused: 'Not taken',
}

const tones: Record<WatchedFile['outcome'], Tone> = {
  applied: 'success',
  unchanged: 'neutral',
  'needs-you': 'warning',
  refused: 'danger',
}

export function WatchedFolder({ host }: { host: ConsoleHost }) {
  const { state, act } = useWatchedFolder(host)
  if (state === null) return null
  const { folder, limits, files, status } = state
  const isStuck = status === 'waiting' || status === 'no-folder'
  const choose = () => void act(() => host.watchedFolder.choose())

  return (
    <>
      <p className="text-small text-muted">
        While the console runs, new and changed files of cars in a folder are imported by themselves, as far
        as your limits allow. If one goes beyond them, we ask you first.
      </p>
      {folder === null ? (
        <div>
          <Button variant="secondary" onClick={choose}>
            <FolderOpen aria-hidden="true" />
            Choose a folder…
          </Button>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{folder}</p>
              <p role="status" className={cx('text-small', isStuck ? 'text-warning' : 'text-muted')}>
                {status === 'watching' && files.length === 0 ? UNTOUCHED : words[status]}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" size="small" onClick={choose}>
                Choose another…
              </Button>
              <Button variant="ghost" size="small" onClick={() => void act(() => host.watchedFolder.stop())}>
                Stop watching
              </Button>
            </div>
          </div>
          <WatchLimitsForm
            limits={limits}
            onSave={(changed) => act(() => host.watchedFolder.setLimits(changed))}
          />
          {files.length > 0 && <WatchedFiles files={files} />}
        </>
      )}
    </>
  )
}

const words: Record<State['status'], string> = {
  watching: 'Watching.',
  working: 'Reading a file…',
  waiting: 'We can’t reach Kerblight. Files wait until we can.',
  'no-folder': 'This folder isn’t there right now. We keep looking.',
}

const UNTOUCHED = 'Watching. What was in it already isn’t imported.'

function WatchedFiles({ files }: { files: readonly WatchedFile[] }) {
  return (
    <ul aria-label="Latest files" className="divide-y divide-line border-t border-line">
      {files.map((file) => (
        <li key={`${file.fileName} ${file.at}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
          <p className="min-w-0 flex-1 basis-60">
            <span className="font-medium wrap-anywhere">
              {file.importID === null ? (
                file.fileName
              ) : (
                <TextLink to={watchedFilePath(file)}>{file.fileName}</TextLink>
              )}
            </span>
            <span className="block text-small text-muted">
              {file.text}{' '}
              {new Date(file.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
            </span>
          </p>
          <Badge tone={tones[file.outcome]}>{outcomes[file.outcome]}</Badge>
        </li>
      ))}
    </ul>
  )
}
