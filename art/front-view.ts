import { BODIES } from './bodies.ts'
import { bothSides } from './face.ts'
import type { Face, Side } from './face.ts'
import { frontDesign } from './front-designs.ts'
import { corner, createFrame } from './geometry.ts'
import type { Point } from './geometry.ts'
import { BLACK_PART, buildTrim } from './looks.ts'
import type { CarLook } from '../server/seed/demo-looks.ts'
import { PAINTS } from './paints.ts'
import { rearDesign } from './rear-designs.ts'
import {
  clip,
  ellipse,
  group,
  createIds,
  num,
  path,
  radialGradient,
  rect,
  spanGradient,
  stroke,
  verticalGradient,
} from './svg.ts'
import type { Drawing } from './svg.ts'
import { windscreen } from './windscreen.ts'

export interface FrontViewOptions {
  look: CarLook
  side: 'front' | 'rear'
  /** X of the car's center line. `ground` is the ground's y, and `scale` is in pixels per millimeter. */
  center: number
  ground: number
  scale: number
  lightsOn?: boolean
}

export function frontView(options: FrontViewOptions): Drawing {
  const face = buildFace(options)
  const { ids, frame } = face
  const outline = mirrored(face, bodyHalf(face))
  const glass = mirrored(face, glassHalf(face))
  return {
    defs: gradients(face) + clip(ids.id('shell'), outline) + clip(ids.id('pane'), glass),
    shapes:
      ellipse(frame.x(0), frame.y(0), frame.size(face.half * 1.3), 20, { fill: ids.url('shadow') }) +
      bothSides((side) => tire(face, side)) +
      underbody(face) +
      bothSides((side) => mirror(face, side)) +
      path(outline, { fill: ids.url('body') }) +
      group(
        { 'clip-path': ids.url('shell') },
        (face.trim.hasBlackRoof ? blackRoof(face) : '') +
          (face.isRear ? tailgate(face) : hood(face)) +
          shade(face),
      ) +
      (face.isRear ? rearDesign(face) : frontDesign(face)) +
      windscreen(face, glass) +
      (options.lightsOn ? bothSides((side) => glow(face, side)) : ''),
  }
}

function buildFace({ look, side, center, ground, scale }: FrontViewOptions): Face {
  const body = BODIES[look.shape]
  const roof = Math.max(...body.roofline.map(([, y]) => y))
  const half = body.width / 2
  return {
    half,
    roofHalf: half * 0.64,
    roof,
    belt: body.hood + 20,
    hood: body.hood,
    nose: body.headlamp[0]![1],
    low: body.sill * 0.92,
    body,
    look,
    trim: buildTrim(look),
    paint: PAINTS[look.paint],
    frame: createFrame(center, ground, scale),
    ids: createIds('f'),
    isRear: side === 'rear',
  }
}

/** Completes the right half of an outline, listed from top to bottom, with its mirror image. */
function mirrored({ frame }: Face, half: readonly Point[]): string {
  const left = half.map(([x, y, mark]): Point => (mark ? [-x, y, mark] : [-x, y])).toReversed()
  return `${frame.curve([...left, ...half])}Z`
}

function bodyHalf({ half, roofHalf, roof, belt, low, body, isRear }: Face): readonly Point[] {
  const shoulder = isRear ? belt + 30 : belt - 60
  const waist = low + (belt - low) * 0.45
  return [
    [roofHalf * 0.25, roof + 4],
    [roofHalf * 0.72, roof - 12],
    [roofHalf * 1.0, roof - 66],
    [roofHalf * 1.1, roof - 150],
    [half * 0.83, belt + 74],
    [half * 0.88, belt + 8, corner],
    [half * 0.945, shoulder - 40],
    [half * 0.99, shoulder - 170],
    [half, waist + 60],
    [half * 0.992, low + 190],
    [half * 0.97, low + (body.hasCladding ? 60 : 80)],
    [half * 0.93, low, corner],
  ]
}

function glassHalf({ half, roofHalf, roof, belt, isRear }: Face): readonly Point[] {
  const bottom = isRear ? belt + 84 : belt + 26
  return [
    [roofHalf * 0.25, roof - 56],
    [roofHalf * 0.74, roof - 70],
    [roofHalf * 0.95, roof - 116],
    [roofHalf * 1.03, roof - 190],
    [half * 0.79, bottom + 16, corner],
    [half * 0.4, bottom - 16],
    [half * 0.1, bottom - 24],
  ]
}

function gradients({ half, roof, low, paint, frame, ids, isRear }: Face): string {
  const { base, light, dark } = paint
  return (
    spanGradient(
      ids.id('body'),
      [0, frame.y(roof)],
      [0, frame.y(low)],
      [
        [0, light],
        [0.2, base],
        [0.4, light],
        [0.55, base],
        [0.78, base],
        [1, dark],
      ],
    ) +
    spanGradient(
      ids.id('turn'),
      [frame.x(-half), 0],
      [frame.x(half), 0],
      [
        [0, '#000', 0.6],
        [0.1, '#000', 0.18],
        [0.28, '#000', 0],
        [0.72, '#000', 0],
        [0.9, '#000', 0.18],
        [1, '#000', 0.6],
      ],
    ) +
    verticalGradient(ids.id('glass'), [
      [0, '#0a1118'],
      [0.6, '#22323f'],
      [1, '#506778'],
    ]) +
    verticalGradient(
      ids.id('lamp'),
      isRear
        ? [
            [0, '#ff4a4a'],
            [1, '#7a0714'],
          ]
        : [
            [0, '#f4f9fd'],
            [0.5, '#a9bccb'],
            [1, '#3a4855'],
          ],
    ) +
    verticalGradient(ids.id('mesh'), [
      [0, '#05070a'],
      [1, '#1d242b'],
    ]) +
    radialGradient(ids.id('shadow'), [
      [0, '#000', 0.66],
      [0.6, '#000', 0.36],
      [1, '#000', 0],
    ]) +
    radialGradient(ids.id('glow'), [
      [0, isRear ? '#ff4036' : '#fff', 0.9],
      [1, isRear ? '#ff2020' : '#dff0ff', 0],
    ])
  )
}

function tire({ half, body, frame }: Face, side: Side): string {
  const outer = half * 0.97
  const width = body.hasCladding ? 265 : 245
  const left = side === 1 ? outer - width : -outer
  const block = (x: number, w: number, fill: string) =>
    rect(frame.x(x), frame.y(body.wheelRadius * 1.3), frame.size(w), frame.size(body.wheelRadius * 1.3), {
      rx: frame.size(54),
      fill,
    })
  const tread = [0.26, 0.5, 0.74].map((share) =>
    frame.line([left + width * share, 240], [left + width * share, 12]),
  )
  return (
    block(left, width, '#101316') +
    block(left + 22, width - 44, '#20252a') +
    stroke(tread.join(''), '#0a0c0e', 2.4)
  )
}

/** Draws the dark area between the wheels, which prevents daylight from showing below the bumper. */
function underbody({ half, low, frame }: Face): string {
  const edge = half * 0.74
  return path(
    `${frame.line([-edge, low + 60], [edge, low + 60], [edge * 0.94, low - 56], [-edge * 0.94, low - 56])}Z`,
    {
      fill: '#090b0e',
    },
  )
}

function mirror({ half, belt, trim, paint, frame }: Face, side: Side): string {
  const pointAt = (x: number, y: number) => frame.at(side * (x - 64), belt + y)
  const foot = `M${pointAt(half * 0.84, 66)}L${pointAt(half + 40, 84)}L${pointAt(half + 40, 62)}L${pointAt(half * 0.86, 30)}Z`
  const cap =
    `M${pointAt(half + 2, 78)}C${pointAt(half - 8, 130)} ${pointAt(half + 12, 176)} ${pointAt(half + 70, 182)}` +
    `C${pointAt(half + 130, 186)} ${pointAt(half + 172, 164)} ${pointAt(half + 170, 118)}` +
    `C${pointAt(half + 168, 72)} ${pointAt(half + 120, 58)} ${pointAt(half + 62, 58)}C${pointAt(half + 32, 58)} ${pointAt(half + 6, 62)} ${pointAt(half + 2, 78)}Z`
  const underside = `M${pointAt(half + 8, 74)}C${pointAt(half + 60, 92)} ${pointAt(half + 120, 92)} ${pointAt(half + 166, 104)}`
  return (
    path(foot, { fill: '#0b0e12' }) +
    path(cap, {
      fill: trim.hasBlackMirrors ? BLACK_PART : paint.base,
      stroke: '#000',
      'stroke-opacity': 0.4,
    }) +
    stroke(
      `M${pointAt(half + 20, 150)}C${pointAt(half + 50, 172)} ${pointAt(half + 110, 172)} ${pointAt(half + 150, 148)}`,
      trim.hasBlackMirrors ? '#7d8791' : paint.light,
      2.4,
      {
        'stroke-opacity': 0.75,
        'stroke-linecap': 'round',
      },
    ) +
    stroke(underside, '#000', 2.4, { 'stroke-opacity': 0.4 })
  )
}

/** Draws a contrasting roof down to the lower corners of the glass. */
function blackRoof({ half, roof, belt, frame, isRear }: Face): string {
  const low = belt + (isRear ? 96 : 34)
  const panel = frame.line([-half, low], [half, low], [half, roof + 60], [-half, roof + 60])
  return path(`${panel}Z`, { fill: '#12161b', 'fill-opacity': 0.94 })
}

function hood({ half, belt, nose, paint, frame }: Face): string {
  const lip = nose + 66
  const line = (x0: number, y0: number, x1: number, y1: number, side: Side) =>
    `M${frame.at(side * x0, y0)}C${frame.at(side * (x0 - 4), y0 - 70)} ${frame.at(side * (x1 + 26), y1 + 80)} ${frame.at(side * x1, y1)}`
  const shut = bothSides((side) => line(half * 0.84, belt - 6, half * 0.6, lip + 6, side))
  const crease = bothSides((side) => line(half * 0.46, belt - 10, half * 0.34, lip + 18, side))
  const edge = `M${frame.at(-half * 0.62, lip + 4)}C${frame.at(-half * 0.3, lip + 36)} ${frame.at(half * 0.3, lip + 36)} ${frame.at(half * 0.62, lip + 4)}`
  return (
    stroke(shut, '#000', 1.6, { 'stroke-opacity': 0.35 }) +
    stroke(crease, paint.light, 3, { 'stroke-opacity': 0.65 }) +
    stroke(edge, '#000', 1.8, { 'stroke-opacity': 0.4 }) +
    stroke(edge, paint.light, 2, { 'stroke-opacity': 0.55, transform: 'translate(0 3)' })
  )
}

function tailgate({ half, belt, low, paint, frame }: Face): string {
  const pointAt = (x: number, y: number) => frame.at(half * x, y)
  const lip =
    `M${pointAt(-1, belt - 10)}C${pointAt(-0.4, belt + 40)} ${pointAt(0.4, belt + 40)} ${pointAt(1, belt - 10)}` +
    `L${pointAt(1, belt - 44)}C${pointAt(0.4, belt + 4)} ${pointAt(-0.4, belt + 4)} ${pointAt(-1, belt - 44)}Z`
  const shut = `M${pointAt(-0.6, belt - 40)}L${pointAt(-0.55, low + 300)}Q${pointAt(-0.54, low + 268)} ${pointAt(-0.5, low + 268)}L${pointAt(0.5, low + 268)}Q${pointAt(0.54, low + 268)} ${pointAt(0.55, low + 300)}L${pointAt(0.6, belt - 40)}`
  const fold = `M${pointAt(-0.56, belt - 300)}Q${pointAt(0, belt - 320)} ${pointAt(0.56, belt - 300)}`
  return (
    path(lip, { fill: paint.light, 'fill-opacity': 0.5 }) +
    stroke(shut, '#000', 1.5, { 'stroke-opacity': 0.35 }) +
    stroke(fold, paint.dark, 2, { 'stroke-opacity': 0.6 })
  )
}

function shade({ half, roof, low, body, paint, frame, ids }: Face): string {
  const height = low + (body.hasCladding ? 150 : 70)
  const valance = frame.line([-half, height], [half, height], [half, 0], [-half, 0])
  const fold = `M${frame.at(-half, low + 330)}C${frame.at(-half * 0.5, low + 290)} ${frame.at(half * 0.5, low + 290)} ${frame.at(half, low + 330)}`
  return (
    path(`${valance}Z`, { fill: '#101418', 'fill-opacity': body.hasCladding ? 1 : 0.9 }) +
    stroke(fold, paint.dark, 2, { 'stroke-opacity': 0.6 }) +
    rect(frame.x(-half - 20), frame.y(roof + 40), frame.size(half * 2 + 40), frame.size(roof + 40), {
      fill: ids.url('turn'),
    })
  )
}

function glow({ half, nose, belt, frame, ids, isRear }: Face, side: Side): string {
  const y = num(frame.y(isRear ? belt - 126 : nose + 34))
  return ellipse(frame.x(side * half * 0.74), Number(y), 72, 46, { fill: ids.url('glow') })
}
