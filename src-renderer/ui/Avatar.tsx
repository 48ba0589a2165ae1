import { useState } from 'react'

const NO_PHOTO = '/art/avatar.svg'

interface AvatarProps {
  src?: string | null | undefined
  /** Whose it is; its initials stand in where there is no photo. */
  name?: string | undefined
  size?: number
}

/** Decorative: the name stands beside it, or the control around it carries it. */
export function Avatar({ src, name, size = 40 }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const isBroken = src === brokenSrc
  const letters = initials(name ?? '')

  return (
    <span className="avatar" style={{ width: size, height: size, fontSize: size * 0.36 }} aria-hidden="true">
      {src && !isBroken ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setBrokenSrc(src)} />
      ) : letters ? (
        <span className="avatar-letters" data-letters={letters} />
      ) : (
        <img src={NO_PHOTO} alt="" width={size} height={size} />
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
