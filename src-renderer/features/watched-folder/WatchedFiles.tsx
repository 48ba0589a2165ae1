import { watchedFilePath, type WatchedFile } from '../../../contract/watched-folder.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/** What became of the files that came last. */
export function WatchedFiles({ files }: { files: readonly WatchedFile[] }) {
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
