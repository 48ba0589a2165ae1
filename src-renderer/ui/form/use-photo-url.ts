import { useEffect, useState } from 'react'
import { drawOn, scaleDown } from './scale-down.ts'

/**
 * An address for a photo that was chosen and not uploaded; `''` without one, and until it is read.
 * @param edge how many pixels it may have at most
 */
export function usePhotoUrl(file: File | null, edge: number): string {
  const [photo, setPhoto] = useState({ file, url: '' })

  useEffect(() => {
    if (!file) return
    let isCurrent = true
    scaleDown(file, edge).then(
      (bitmap) => (isCurrent ? setPhoto({ file, url: toUrl(bitmap) }) : bitmap.close()),
      () => isCurrent && setPhoto({ file, url: '' }),
    )
    return () => {
      isCurrent = false
    }
  }, [file, edge])

  return file !== null && photo.file === file ? photo.url : ''
}

function toUrl(bitmap: ImageBitmap): string {
  return drawOn(document.createElement('canvas'), bitmap).toDataURL('image/webp', 0.85)
}
