import type { CarLook } from './demo-looks.ts'

export type View = 'side' | 'flip' | 'front' | 'rear' | 'detail'

/** A photo of a demo car: the drawing's URL, and what it shows. */
export interface Shot {
  url: string
  look: CarLook
  view: View
}

/** Returns the photos of a car, cover photo first. A Cybertruck's front and rear are not drawn. */
export function shotsOf(look: CarLook): Shot[] {
  const cover = coverView(look)
  const otherSide = cover === 'side' ? 'flip' : 'side'
  const ends: View[] = look.shape === 'cybertruck' ? [] : ['front', 'rear']
  const views: View[] = [cover, ...ends, otherSide, 'detail']
  return views.map((view) => ({ url: urlOf(look, view), look, view }))
}

/** Returns the side of the car's first photo. Half of the cars drive to the right. */
export function coverView({ variant }: CarLook): 'side' | 'flip' {
  return variant % 2 === 1 ? 'flip' : 'side'
}

function urlOf({ shape, paint, face, variant }: CarLook, view: View): string {
  const design = face === 'slats' ? '' : `-${face}-${variant}`
  return `/art/cars/${shape}-${paint}${design}-${view}.svg`
}
