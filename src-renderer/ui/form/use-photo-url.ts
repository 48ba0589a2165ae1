import { useEffect, useState } from 'react'
import { drawOn, scaleDown } from './scale-down.ts'

/**
 * Returns a URL for a photo that was chosen but not uploaded; `''` if there is no photo, and until the photo
 * is decoded.
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
