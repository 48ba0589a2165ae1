import { Car as CarIcon } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'

interface CarPictureProps {
  src: string
  alt: string
  /** Near the top of the page: loaded at once. */
  isEager?: boolean
  className?: string
}

/** A car's picture in 16:9; where there is none, or it does not load, an outline in its place. */
export function CarPicture({ src, alt, isEager = false, className }: CarPictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()

  if (!src || src === brokenSrc) {
    return (
      <span
        role="img"
        aria-label={`${alt}: no photo`}
        className={cx('grid aspect-video w-full place-items-center bg-sunken text-subtle', className)}
      >
        <CarIcon aria-hidden="true" className="size-11" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      width={800}
      height={450}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      className={cx('aspect-video w-full bg-sunken object-cover', className)}
      onError={() => setBrokenSrc(src)}
    />
  )
}
