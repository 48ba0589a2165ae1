import type { CSSProperties } from 'react'
import { cx } from '../../ui/cx.ts'

interface BrandMarkProps {
  /** The category's picture: a single path, unmodified, in the text's colour. */
  src: string
  className?: string
}

/** Names the make; decorative, because its name stands beside it. */
export function BrandMark({ src, className }: BrandMarkProps) {
  return (
    <span
      className={cx('grid flex-none place-items-center rounded-card bg-sunken p-[22%]', className)}
      aria-hidden="true"
    >
      <span className="mark-shape size-full" style={{ '--mark': `url('${src}')` } as CSSProperties} />
    </span>
  )
}
