import type { FaceName } from '../server/seed/demo-looks.ts'
import { bothSides } from './face.ts'
import type { Face, Side } from './face.ts'
import { closedPanel, framedGrille, slats, smoothNose, splitGrille, wideMouth } from './grilles.ts'
import { darkLamp, hookedLamp, ringLamp, slimLamp, steppedLamp, sweptLamp } from './headlamps.ts'

/** The bumper's openings, and one headlamp. */
interface FrontDesign {
  bumper(face: Face): string
  lamp(face: Face, side: Side): string
}

const DESIGNS: Record<FaceName, FrontDesign> = {
  slats: { bumper: slats, lamp: sweptLamp },
  smooth: { bumper: smoothNose, lamp: slimLamp },
  frame: { bumper: framedGrille, lamp: steppedLamp },
  panel: { bumper: closedPanel, lamp: hookedLamp },
  split: { bumper: splitGrille, lamp: ringLamp },
  sport: { bumper: wideMouth, lamp: darkLamp },
}

/** Draws the front of the car's make: bumper, grille, license plate, and headlamps. */
export function frontDesign(face: Face): string {
  const { bumper, lamp } = DESIGNS[face.look.face]
  return bumper(face) + bothSides((side) => lamp(face, side))
}
