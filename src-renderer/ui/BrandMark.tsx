import type { CSSProperties } from 'react'

/** Names the make by the category's picture in the text's colour; decorative, because its name stands beside it. */
export function BrandMark({ src }: { src: string }) {
  return (
    <span className="grid size-18 flex-none place-items-center rounded-card bg-sunken" aria-hidden="true">
      <span className="mark-shape size-11" style={{ '--mark': `url('${src}')` } as CSSProperties} />
    </span>
  )
}
