import { Shape } from './Shape.tsx'

/**
 * Names the make by the category's picture, ours in the text's color, or else by its capitals; decorative, because its name
 * stands beside it.
 */
export function BrandMark({ src, name }: { src: string; name: string }) {
  return (
    <span className="grid size-18 flex-none place-items-center rounded-card bg-sunken" aria-hidden="true">
      {src.endsWith('.svg') ? (
        <Shape src={src} className="size-11" />
      ) : src ? (
        <img src={src} alt="" className="size-11 object-contain" />
      ) : (
        <b>{name.match(/\p{Lu}/gu)?.slice(0, 3) ?? name[0]}</b>
      )}
    </span>
  )
}
