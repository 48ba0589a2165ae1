import type { Cabin } from '../server/seed/demo-photos.ts'
import { FRAME } from './detail-frame.ts'
import { LEATHERS, PLASTIC } from './leathers.ts'
import type { Leather } from './leathers.ts'
import { circle, path, rect, spanGradient, stroke, svgFile, tag, verticalGradient } from './svg.ts'
import type { Drawing } from './svg.ts'

/** Draws the front seats, seen from the windshield, with the rear bench behind them. */
export function seatsPicture(cabin: Cabin): string {
  const leather = LEATHERS[cabin]
  return svgFile(FRAME, `Seats in ${cabin}, drawn`, seats(leather))
}

function seats(leather: Leather): Drawing {
  return {
    defs: gradients(leather) + tag('g', { id: 'seat' }, seat(leather)),
    shapes:
      room(leather) +
      armrest(leather) +
      '<use href="#seat" transform="translate(214 82)"/><use href="#seat" transform="translate(586 82)"/>',
  }
}

function gradients({ base, light, dark }: Leather): string {
  return (
    spanGradient(
      'hide',
      [0, 0],
      [0, 500],
      [
        [0, light],
        [0.32, base],
        [0.66, base],
        [0.72, light],
        [1, dark],
      ],
    ) +
    verticalGradient('day', [
      [0, '#cfe6f4'],
      [1, '#f3f8fa'],
    ]) +
    verticalGradient('floor', [
      [0, '#23282d'],
      [1, '#0f1215'],
    ])
  )
}

function seat({ dark, seam }: Leather): string {
  const shadow = { fill: '#07090b', 'fill-opacity': 0.28 }
  const back =
    'M-112 306C-116 220 -104 120 -78 92C-50 70 50 70 78 92C104 120 116 220 112 306C108 350 86 372 0 374C-86 372 -108 350 -112 306Z'
  const middle =
    'M-64 320C-66 240 -60 150 -48 122C-30 110 30 110 48 122C60 150 66 240 64 320C40 332 -40 332 -64 320Z'
  const cushion =
    'M-134 456C-136 400 -118 362 -84 352C-30 342 30 342 84 352C118 362 136 400 134 456C130 508 -130 508 -134 456Z'
  const quilting = [162, 202, 242, 282].map((y) => `M-58 ${y}Q0 ${y + 12} 58 ${y}`).join('')
  return (
    path('M-22 92L-18 40H18L22 92Z', { fill: '#8b959e' }) +
    path('M-52 66C-58 22 -44 2 0 0C44 2 58 22 52 66C34 76 -34 76 -52 66Z', { fill: 'url(#hide)' }) +
    stroke('M-44 58Q0 68 44 58', seam, 1.4, { 'stroke-dasharray': '5 4' }) +
    path(back, { fill: 'url(#hide)', stroke: dark, 'stroke-width': 2 }) +
    path(middle, { fill: dark, 'fill-opacity': 0.22 }) +
    stroke(middle, seam, 1.6, { 'stroke-dasharray': '6 4', 'stroke-opacity': 0.8 }) +
    stroke(quilting, dark, 2.4, { 'stroke-opacity': 0.55 }) +
    path('M-112 306C-108 350 -86 372 0 374C86 372 108 350 112 306C120 380 -120 380 -112 306Z', shadow) +
    path(cushion, { fill: 'url(#hide)', stroke: dark, 'stroke-width': 2 }) +
    stroke('M-78 366C-84 420 -82 456 -74 484M78 366C84 420 82 456 74 484', seam, 1.6, {
      'stroke-dasharray': '6 4',
      'stroke-opacity': 0.8,
    }) +
    path('M-134 456C-130 508 130 508 134 456L128 520H-128Z', { fill: dark })
  )
}

/** Draws the windows, the rear bench, the doors, and the floor. */
function room({ base, dark }: Leather): string {
  return (
    rect(0, 0, 800, 600, { fill: '#2b3137' }) +
    path('M0 0H800V70Q400 40 0 70Z', { fill: '#d9dcdc' }) +
    path('M236 74Q400 58 564 74L590 170Q400 158 210 170Z', { fill: 'url(#day)' }) +
    path('M40 96L180 84L160 190L20 236Z', { fill: 'url(#day)' }) +
    path('M760 96L620 84L640 190L780 236Z', { fill: 'url(#day)' }) +
    path('M150 420V220Q160 176 220 172H580Q640 176 650 220V420Z', { fill: base }) +
    path('M150 420V220Q160 176 220 172H580Q640 176 650 220V420Z', {
      fill: '#0b0e11',
      'fill-opacity': 0.34,
    }) +
    [290, 400, 510]
      .map((x) => rect(x - 34, 136, 68, 48, { rx: 16, fill: base, stroke: dark, 'stroke-width': 2 }))
      .join('') +
    path('M0 250L150 214V600H0Z', { fill: base }) +
    path('M800 250L650 214V600H800Z', { fill: base }) +
    path('M0 330L126 306V420L0 460Z', { fill: dark, 'fill-opacity': 0.6 }) +
    path('M800 330L674 306V420L800 460Z', { fill: dark, 'fill-opacity': 0.6 }) +
    path('M120 520H680L800 600H0Z', { fill: 'url(#floor)' })
  )
}

/** Draws the armrest between the seats, with two cup holders. */
function armrest({ base, dark }: Leather): string {
  return (
    path('M344 330H456L478 600H322Z', { fill: PLASTIC }) +
    path('M350 330H450L456 424H344Z', { fill: base, stroke: dark, 'stroke-width': 2 }) +
    circle(378, 470, 17, { fill: '#07090b', stroke: '#59636c', 'stroke-width': 2 }) +
    circle(422, 470, 17, { fill: '#07090b', stroke: '#59636c', 'stroke-width': 2 })
  )
}
