import { Notice } from '../../ui/controls/Notice.tsx'
import { Progress } from '../../ui/controls/Progress.tsx'
import type { Upload } from './use-upload.ts'

export function UploadState({ upload: { sending, rejection } }: { upload: Upload }) {
  if (sending)
    return (
      <div className="flex w-full max-w-100 flex-col gap-2">
        <p className="truncate text-small text-muted">
          {sending.fraction < 1 ? 'Uploading' : 'Saving'} {sending.name}
        </p>
        <Progress label={`Upload of ${sending.name}`} value={sending.fraction} />
      </div>
    )
  if (rejection === undefined) return null
  return (
    <Notice tone="danger" isAlert className="w-full text-left">
      <p className="wrap-anywhere">{rejection}</p>
    </Notice>
  )
}
