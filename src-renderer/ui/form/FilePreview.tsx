import { useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { drawOn, scaleDown } from './scale-down.ts'

interface FilePreviewProps {
  file: File
  /** Maximum display size of the longer edge in pixels. */
  size?: number
  /** `cover` crops the photo to fill the box; `contain` shows the whole photo. */
  fit?: 'cover' | 'contain'
}

/** Shows a photo that was chosen but not yet uploaded. */
export function FilePreview({ file, size = 96, fit = 'cover' }: FilePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isReadable, setReadable] = useState(true)

  useEffect(() => {
    let isCurrent = true
    scaleDown(file, size * 2).then(
      (photo) => {
        if (!isCurrent || !canvas.current) return photo.close()
        drawOn(canvas.current, photo)
        setReadable(true)
      },
      () => isCurrent && setReadable(false),
    )
    return () => {
      isCurrent = false
    }
  }, [file, size])

  if (!isReadable) return <span className="text-tiny text-subtle">No preview</span>
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Preview of ${file.name}`}
      className={cx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}
