/** The views of a car that are drawn for every body type. */
export const markViews = ['left', 'right', 'front', 'rear'] as const
export type MarkView = (typeof markViews)[number]

export const markViewLabels: Record<MarkView, string> = {
  left: 'Left side',
  right: 'Right side',
  front: 'Front',
  rear: 'Rear',
}

/** A part of a car's outside, and its middle in percent of the drawing. */
export interface MarkArea {
  label: string
  view: MarkView
  x: number
  y: number
}

type Place = readonly [label: string, x: number, y: number]

/** The parts of a side, seen from the driver's side, where the front of the car is on the left. */
const sidePlaces: readonly Place[] = [
  ['front bumper', 4, 68],
  ['front fender', 15, 52],
  ['front wheel', 19, 82],
  ['front door', 43, 60],
  ['mirror', 32, 38],
  ['front window', 42, 24],
  ['rear window', 61, 24],
  ['roof', 52, 5],
  ['rear door', 63, 60],
  ['side sill', 50, 88],
  ['quarter panel', 85, 50],
  ['rear wheel', 78, 82],
  ['rear bumper', 96, 68],
]

/** Parts of the front and rear. Seen from the front, the driver's side is on the right. */
const frontPlaces: readonly Place[] = [
  ['Roof', 50, 6],
  ['Windshield', 50, 22],
  ['Hood', 50, 42],
  ['Grille', 50, 58],
  ['Passenger’s headlight', 22, 52],
  ['Driver’s headlight', 78, 52],
  ['Front bumper', 50, 78],
  ['Front bumper, passenger’s corner', 22, 78],
  ['Front bumper, driver’s corner', 78, 78],
]

const rearPlaces: readonly Place[] = [
  ['Rear edge of the roof', 50, 6],
  ['Rear windshield', 50, 22],
  ['Trunk lid or tailgate', 50, 46],
  ['Driver’s taillight', 22, 46],
  ['Passenger’s taillight', 78, 46],
  ['Rear bumper', 50, 76],
  ['Rear bumper, driver’s corner', 22, 76],
  ['Rear bumper, passenger’s corner', 78, 76],
]

/** All parts that a mark can be on, in the order of a walk around the car. */
export const markAreas: readonly MarkArea[] = [
  ...frontPlaces.map(([label, x, y]) => ({ label, view: 'front' as const, x, y })),
  ...sidePlaces.map(([part, x, y]) => ({ label: `Driver’s ${part}`, view: 'left' as const, x, y })),
  ...rearPlaces.map(([label, x, y]) => ({ label, view: 'rear' as const, x, y })),
  ...sidePlaces.map(([part, x, y]) => ({
    label: `Passenger’s ${part}`,
    view: 'right' as const,
    x: 100 - x,
    y,
  })),
]

/** The height of a side's drawing relative to its width, and that of the front and rear. */
const RATIOS: Record<MarkView, number> = { left: 0.34, right: 0.34, front: 0.75, rear: 0.75 }

/** Returns the part that is nearest to a point of a drawing. */
export function findMarkArea(view: MarkView, x: number, y: number): MarkArea {
  const distance = (area: MarkArea) => Math.hypot(area.x - x, (area.y - y) * RATIOS[view])
  const [first, ...others] = markAreas.filter((area) => area.view === view)
  return others.reduce((best, area) => (distance(area) < distance(best) ? area : best), first!)
}
