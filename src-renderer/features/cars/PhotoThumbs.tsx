import { useEffect, useRef } from 'react'
import { CarPicture } from './CarPicture.tsx'
import { NativeButton } from '../../ui/native-controls.ts'

interface PhotoThumbsProps {
  images: readonly string[]
  index: number
  onTurn: (index: number) => void
}

/** All photos in one row, the one in sight marked and kept in sight. */
export function PhotoThumbs({ images, index, onTurn }: PhotoThumbsProps) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const thumb = list?.children[index]
    // Not scrollIntoView, which would scroll the page as well.
    if (list && thumb instanceof HTMLElement)
      list.scrollTo({ left: thumb.offsetLeft - (list.clientWidth - thumb.offsetWidth) / 2 })
  }, [index])

  return (
    <ul ref={row} className="photo-thumbs no-print">
      {images.map((image, place) => (
        <li key={image} className="flex-none">
          <NativeButton
            type="button"
            className="photo-thumb"
            aria-label={`Show photo ${place + 1}`}
            aria-current={place === index}
            onClick={() => onTurn(place)}
          >
            <CarPicture src={image} alt="" />
          </NativeButton>
        </li>
      ))}
    </ul>
  )
}
