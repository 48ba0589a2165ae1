import { Shape } from './Shape.tsx'

/** Names the make by the category's picture in the text's colour; decorative, because its name stands beside it. */
export function BrandMark({ src }: { src: string }) {
  return (
    <span className="grid size-18 flex-none place-items-center rounded-card bg-sunken" aria-hidden="true">
      <Shape src={src} className="size-11" />
    </span>
  )
}
