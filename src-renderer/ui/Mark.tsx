import type { CSSProperties } from 'react'
import { cx } from './cx.ts'

interface MarkProps {
  /** A file of public/marks, without its ending. */
  name: 'visa' | 'mastercard' | 'americanexpress' | 'discover' | 'dinersclub' | 'jcb' | 'google'
  /** Said aloud; left out where the text beside it says it. */
  label?: string
  className?: string
}

/** A company's mark, in the text's colour, to name what is accepted. */
export function Mark({ name, label, className = 'size-6' }: MarkProps) {
  const shape = { '--mark': `url('/marks/${name}.svg')` } as CSSProperties
  return (
    <span
      className={cx('mark-shape', className)}
      style={shape}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}
