import { useState } from 'react'
import { cx } from '../cx.ts'
import { NO_PHOTO } from '../no-photo.ts'

interface AvatarProps {
  src?: string | null | undefined
  name?: string | undefined
  className?: string
}

/**
 * Renders a user's photo or initials. The image is decorative: the name is next to it or on the
 * control around it.
 */
export function Avatar({ src, name, className = 'size-10' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const isBroken = src === brokenSrc
  const letters = initials(name ?? '')

  return (
    <span className={cx('avatar', className)} aria-hidden="true">
      {src && !isBroken ? (
        <img src={src} alt="" loading="lazy" onError={() => setBrokenSrc(src)} />
      ) : letters ? (
        <span className="avatar-letters" data-letters={letters} />
      ) : (
        <img src={NO_PHOTO} alt="" />
      )}
    </span>
  )
}

function initials(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  const ends = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : nameParts
  return ends
    .map((namePart) => namePart?.[0] ?? '')
    .join('')
    .toUpperCase()
}
