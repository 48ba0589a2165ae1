import { useEffect, useRef, useState } from 'react'

/**
 * A picture that was chosen but not uploaded. Drawn on a canvas, scaled down while it is decoded: a blob: address
 * would need a hole in the CSP, and a phone's photograph is 48 MB once unpacked.
 */
export function FilePreview({ file, size = 96 }: { file: File; size?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isReadable, setReadable] = useState(true)

  useEffect(() => {
    let isCurrent = true
    drawCover(file, size * 2).then(
      (picture) => {
        if (!isCurrent) return
        canvas.current?.getContext('2d')?.drawImage(picture, 0, 0)
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
      width={size * 2}
      height={size * 2}
      role="img"
      aria-label={`Preview of ${file.name}`}
      className="size-full"
    />
  )
}

/** A square cut from the middle. */
async function drawCover(file: File, edge: number): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file)
  const side = Math.min(whole.width, whole.height)
  const left = Math.round((whole.width - side) / 2)
  const top = Math.round((whole.height - side) / 2)
  const cut = await createImageBitmap(whole, left, top, side, side, {
    resizeWidth: edge,
    resizeHeight: edge,
    resizeQuality: 'medium',
  })
  whole.close()
  return cut
}
