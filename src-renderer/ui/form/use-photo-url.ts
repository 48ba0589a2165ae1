import { useEffect, useState } from 'react'
import { drawOn, scaleDown } from './scale-down.ts'

/**
 * Returns a URL for a photo that is not uploaded yet, or `''` if there is no photo or it is not
 * decoded yet.
 * @param edge maximum length of the longer edge in pixels
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
