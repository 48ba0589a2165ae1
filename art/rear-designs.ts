import { bothSides, bumperFoot, licensePlate, panel } from './face.ts'
import type { Face, Side } from './face.ts'
import { ellipse, path, rect, stroke } from './svg.ts'

const LENS_EDGE = { stroke: '#26030a', 'stroke-width': 1.6, 'stroke-linejoin': 'round' }
const LIGHT = '#ffb6ae'

/** Draws the rear of the car's make: tail lamps, license plate, bumper, and exhaust tips. */
export function rearDesign(face: Face): string {
  return bumper(face) + exhausts(face) + tailLamps(face)
}

function tailLamps(face: Face): string {
  switch (face.look.face) {
    case 'slats':
    case 'sport':
      return bothSides((side) => wedge(face, side))
    case 'smooth':
      return bothSides((side) => bracket(face, side))
    case 'frame':
    case 'panel':
      return lightBar(face)
    case 'split':
      return bothSides((side) => hook(face, side))
  }
}

function bumper(face: Face): string {
  const { half, low, frame } = face
  const base = bumperFoot(face)
  const fins = [-0.36, -0.18, 0, 0.18, 0.36].map((x) =>
    frame.line([half * x, base - 14], [half * x * 0.96, low - 30]),
  )
  const reflector = (side: Side) =>
    rect(frame.x(side * half * 0.8) - frame.size(66), frame.y(base + 112), frame.size(132), frame.size(28), {
      rx: 3,
      fill: '#c4252f',
    })
  return (
    licensePlate(face, base + 300, 520, 116) + stroke(fins.join(''), '#39424b', 2.4) + bothSides(reflector)
  )
}

/** Cars with a closed nose burn nothing. The fast models have two tips at each side, the others one. */
function exhausts(face: Face): string {
  const { half, frame, look, trim } = face
  if (!trim.hasGrille || look.face === 'slats') return ''
  const y = frame.y(bumperFoot(face) - 42)
  const places = look.face === 'sport' ? [0.58, 0.7] : [0.64]
  const tip = (x: number) =>
    ellipse(frame.x(half * x), y, frame.size(look.face === 'sport' ? 46 : 62), frame.size(36), {
      fill: '#05070a',
      stroke: '#b4bdc7',
      'stroke-width': 2.4,
    })
  return bothSides((side) => places.map((x) => tip(side * x)).join(''))
}

function wedge({ half, belt, frame, ids }: Face, side: Side): string {
  const at = (x: number, y: number) => frame.at(side * half * x, belt + y)
  const glass =
    `M${at(0.965, -62)}C${at(0.8, -44)} ${at(0.6, -56)} ${at(0.42, -76)}L${at(0.44, -150)}` +
    `C${at(0.62, -168)} ${at(0.85, -196)} ${at(0.99, -204)}Z`
  return (
    path(glass, { fill: ids.url('lamp'), ...LENS_EDGE }) +
    stroke(`M${at(0.93, -104)}C${at(0.75, -86)} ${at(0.6, -92)} ${at(0.48, -104)}`, LIGHT, 3, {
      'stroke-linecap': 'round',
    })
  )
}

/** A slim lamp with a C of light at its outer end. */
function bracket({ half, belt, frame, ids }: Face, side: Side): string {
  const at = (x: number, y: number) => frame.at(side * half * x, belt + y)
  const glass =
    `M${at(0.96, -56)}C${at(0.78, -52)} ${at(0.62, -78)} ${at(0.5, -112)}C${at(0.62, -136)} ${at(0.7, -128)} ${at(0.76, -134)}` +
    `C${at(0.8, -176)} ${at(0.9, -196)} ${at(0.99, -196)}Z`
  const light = `M${at(0.6, -110)}C${at(0.72, -84)} ${at(0.84, -78)} ${at(0.945, -78)}C${at(0.965, -120)} ${at(0.962, -150)} ${at(0.965, -174)}C${at(0.9, -172)} ${at(0.84, -158)} ${at(0.81, -132)}`
  return (
    path(glass, { fill: ids.url('lamp'), ...LENS_EDGE }) +
    stroke(light, LIGHT, 2.6, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
  )
}

/** One lamp across the whole car. */
function lightBar(face: Face): string {
  const { half, belt, frame, ids } = face
  const ticks = (side: Side) =>
    [0.66, 0.74, 0.82, 0.9].map((x) =>
      frame.line([side * half * x, belt - 116], [side * half * (x + 0.012), belt - 164]),
    )
  return (
    panel(
      face,
      [
        [0.55, belt - 76],
        [0.966, belt - 64],
        [0.99, belt - 190],
        [0.6, belt - 172],
        [0.54, belt - 116],
      ],
      { fill: ids.url('lamp'), ...LENS_EDGE },
    ) +
    stroke(frame.line([-half * 0.94, belt - 92], [half * 0.94, belt - 92]), LIGHT, 2.6, {
      'stroke-linecap': 'round',
    }) +
    stroke(
      bothSides((side) => ticks(side).join('')),
      LIGHT,
      2.2,
      {
        'stroke-linecap': 'round',
        'stroke-opacity': 0.8,
      },
    )
  )
}

/** A lamp in the shape of an L that lies on its side. */
function hook({ half, belt, frame, ids }: Face, side: Side): string {
  const at = (x: number, y: number) => frame.at(side * half * x, belt + y)
  const glass =
    `M${at(0.966, -60)}L${at(0.5, -84)}Q${at(0.46, -88)} ${at(0.46, -104)}L${at(0.47, -132)}L${at(0.74, -150)}` +
    `L${at(0.8, -232)}L${at(0.985, -226)}Z`
  return (
    path(glass, { fill: ids.url('lamp'), ...LENS_EDGE }) +
    stroke(
      `M${at(0.5, -112)}L${at(0.8, -118)}Q${at(0.84, -120)} ${at(0.85, -140)}L${at(0.87, -210)}`,
      LIGHT,
      4,
      {
        'stroke-linecap': 'round',
      },
    ) +
    stroke(`M${at(0.52, -88)}L${at(0.955, -72)}`, LIGHT, 1.8, { 'stroke-opacity': 0.7 })
  )
}
