import { Shape } from './Shape.tsx'

/**
 * Renders the make's logo, in the text color if it is one of our SVGs. Without a logo, it shows the
 * make's capital letters. It is decorative: the name is next to it.
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
