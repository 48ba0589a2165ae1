import { circle, ellipse, group, path, rect, stroke, svgFile, verticalGradient } from './svg.ts'
import type { Drawing } from './svg.ts'

type Hair = 'short' | 'crop' | 'bob' | 'long' | 'curly' | 'bun' | 'bald' | 'scarf'

export interface Person {
  skin: string
  hair: Hair
  hairColour: string
  top: string
  wall: readonly [string, string]
  hasGlasses?: boolean
  hasBeard?: boolean
}

const SKIN = { pale: '#f6d3bd', light: '#eab98f', tan: '#cf9466', brown: '#9c6540', dark: '#6b4229' }
const HAIR = {
  black: '#1d1a1c',
  brown: '#4a2e20',
  chestnut: '#7d4526',
  blond: '#d9ae62',
  red: '#b4532a',
  grey: '#a8adb3',
}
const WALL = {
  petrol: ['#cdeae5', '#7fc3ba'],
  amber: ['#fdeccb', '#f4bd62'],
  sky: ['#d9e9fb', '#8fbbea'],
  rose: ['#fbe0dc', '#e8a79d'],
  lilac: ['#e8e2f7', '#b3a4dd'],
  sage: ['#e3efd9', '#a3c58d'],
} as const

/** Invented portraits, geometric enough to be nobody. */
export const PEOPLE: readonly Person[] = [
  { skin: SKIN.light, hair: 'short', hairColour: HAIR.brown, top: '#0a6a66', wall: WALL.amber },
  {
    skin: SKIN.brown,
    hair: 'curly',
    hairColour: HAIR.black,
    top: '#c8502f',
    wall: WALL.petrol,
    hasGlasses: true,
  },
  { skin: SKIN.pale, hair: 'bob', hairColour: HAIR.red, top: '#22345c', wall: WALL.sage },
  { skin: SKIN.dark, hair: 'crop', hairColour: HAIR.black, top: '#f5a524', wall: WALL.sky, hasBeard: true },
  { skin: SKIN.tan, hair: 'long', hairColour: HAIR.black, top: '#7a1f35', wall: WALL.rose },
  { skin: SKIN.light, hair: 'bald', hairColour: HAIR.grey, top: '#39424c', wall: WALL.sky, hasBeard: true },
  { skin: SKIN.brown, hair: 'scarf', hairColour: '#12818c', top: '#0a4a52', wall: WALL.amber },
  {
    skin: SKIN.pale,
    hair: 'bun',
    hairColour: HAIR.blond,
    top: '#5b6bb0',
    wall: WALL.lilac,
    hasGlasses: true,
  },
  { skin: SKIN.tan, hair: 'short', hairColour: HAIR.black, top: '#1f5fbf', wall: WALL.sage, hasBeard: true },
  { skin: SKIN.dark, hair: 'bun', hairColour: HAIR.black, top: '#b0508c', wall: WALL.amber },
  {
    skin: SKIN.light,
    hair: 'crop',
    hairColour: HAIR.grey,
    top: '#1f6b52',
    wall: WALL.rose,
    hasGlasses: true,
  },
  { skin: SKIN.tan, hair: 'bob', hairColour: HAIR.brown, top: '#e0701f', wall: WALL.petrol },
  { skin: SKIN.pale, hair: 'short', hairColour: HAIR.blond, top: '#303a40', wall: WALL.petrol },
  { skin: SKIN.brown, hair: 'long', hairColour: HAIR.chestnut, top: '#0a6a66', wall: WALL.lilac },
  {
    skin: SKIN.dark,
    hair: 'bald',
    hairColour: HAIR.black,
    top: '#c8202f',
    wall: WALL.sage,
    hasGlasses: true,
  },
  { skin: SKIN.light, hair: 'curly', hairColour: HAIR.chestnut, top: '#22345c', wall: WALL.sky },
]

export function portrait(person: Person): string {
  return svgFile([0, 0, 160, 160], 'Portrait, drawn', portraitDrawing(person))
}

/** Head and shoulders on a coloured wall, 160 × 160. */
export function portraitDrawing(person: Person): Drawing {
  return {
    defs: verticalGradient('wall', [
      [0, person.wall[0]],
      [1, person.wall[1]],
    ]),
    shapes:
      rect(0, 0, 160, 160, { fill: 'url(#wall)' }) +
      hairBehind(person) +
      path('M22 160c2-34 26-46 58-46s56 12 58 46z', { fill: person.top }) +
      path('M62 112h36c0 16-8 24-18 24s-18-8-18-24z', { fill: person.skin }) +
      path('M64 96h32v20c0 8-7 13-16 13s-16-5-16-13z', { fill: person.skin }) +
      path('M64 106c9 10 23 10 32 0v6c-9 9-23 9-32 0z', { fill: '#000', 'fill-opacity': 0.12 }) +
      (person.hair === 'scarf' ? '' : ears(person)) +
      path('M48 66c0-24 14-36 32-36s32 12 32 36c0 26-14 46-32 46s-32-20-32-46z', { fill: person.skin }) +
      (person.hasBeard ? beard(person) : '') +
      face(person) +
      hairInFront(person) +
      (person.hasGlasses ? glasses() : ''),
  }
}

/** What stands in for a photo until somebody adds one. */
export function avatar(): string {
  const shapes =
    rect(0, 0, 160, 160, { fill: '#dcf0ed' }) +
    circle(80, 64, 28, { fill: '#0a6a66' }) +
    path('M24 160c2-38 26-54 56-54s54 16 56 54z', { fill: '#0a6a66' })
  return svgFile([0, 0, 160, 160], 'No photo yet', { defs: '', shapes })
}

function ears({ skin }: Person): string {
  return ellipse(47, 72, 6, 9, { fill: skin }) + ellipse(113, 72, 6, 9, { fill: skin })
}

function face({ hairColour, hair, skin }: Person): string {
  const brow = hair === 'scarf' ? '#2a2023' : hairColour
  return (
    circle(67, 72, 3.4, { fill: '#20181a' }) +
    circle(93, 72, 3.4, { fill: '#20181a' }) +
    stroke('M60 62q7-4 13-1M87 61q6-3 13 1', brow, 2.8, { 'stroke-linecap': 'round' }) +
    path('M78 74q-3 8 0 11q3 2 5 0', {
      fill: 'none',
      stroke: '#000',
      'stroke-opacity': 0.22,
      'stroke-width': 2.4,
    }) +
    path('M68 92q12 12 24 0q-12 3-24 0z', {
      fill: '#fff',
      stroke: mouth(skin),
      'stroke-width': 2.2,
      'stroke-linejoin': 'round',
    }) +
    circle(60, 84, 5, { fill: '#e2574c', 'fill-opacity': 0.16 }) +
    circle(100, 84, 5, { fill: '#e2574c', 'fill-opacity': 0.16 })
  )
}

function mouth(skin: string): string {
  return skin === SKIN.dark || skin === SKIN.brown ? '#4a1f1c' : '#a3443c'
}

function beard({ hairColour }: Person): string {
  const shape = 'M48 72c2 12 6 16 14 15c6-3 30-3 36 0c8 1 12-3 14-15c0 26-14 44-32 44s-32-18-32-44z'
  return path(shape, { fill: hairColour, 'fill-opacity': 0.92 })
}

function glasses(): string {
  const frame = { fill: '#fff', 'fill-opacity': 0.18, stroke: '#22292d', 'stroke-width': 2.6 }
  return (
    rect(55, 63, 22, 18, { rx: 8, ...frame }) +
    rect(83, 63, 22, 18, { rx: 8, ...frame }) +
    stroke('M77 70q3-3 6 0M55 69l-7-2M105 69l7-2', '#22292d', 2.6)
  )
}

function hairBehind({ hair, hairColour }: Person): string {
  const paint = { fill: hairColour }
  switch (hair) {
    case 'long':
      return path('M40 70c-2-34 16-48 40-48s42 14 40 48c0 24 8 40 10 62h-100c2-22 10-38 10-62z', paint)
    case 'bob':
      return path('M40 70c-2-34 16-48 40-48s42 14 40 48c0 16 0 26-4 36h-72c-4-10-4-20-4-36z', paint)
    case 'bun':
      return circle(80, 22, 15, paint)
    case 'scarf':
      return path('M38 72c-2-34 16-52 42-52s44 18 42 52c0 28 2 44 10 60h-104c8-16 10-32 10-60z', paint)
    default:
      return ''
  }
}

function hairInFront({ hair, hairColour }: Person): string {
  const paint = { fill: hairColour }
  switch (hair) {
    case 'short':
      return path(
        'M46 70c-4-32 12-46 36-46c22 0 36 14 32 46c-3-10-6-16-8-22c-16 2-34 0-44-8c-6 6-14 14-16 30z',
        paint,
      )
    case 'crop':
      return path(
        'M47 64c-2-26 13-37 33-37s35 11 33 37c-2-8-5-14-8-18c-16-5-34-5-50 0c-3 4-6 10-8 18z',
        paint,
      )
    case 'bob':
    case 'long':
      return path(
        'M45 76c-2-34 14-48 35-48s37 14 35 48c-3-14-8-22-14-28c-10 6-32 8-42 0c-6 6-11 14-14 28z',
        paint,
      )
    case 'bun':
      return path('M46 68c-2-28 13-40 34-40s36 12 34 40c-4-14-14-24-34-26c-20 2-30 12-34 26z', paint)
    case 'curly': {
      const curls = [
        [48, 56, 12],
        [54, 40, 14],
        [70, 30, 15],
        [90, 30, 15],
        [106, 40, 14],
        [112, 56, 12],
      ] as const
      return group(paint, curls.map(([x, y, r]) => circle(x, y, r, {})).join(''))
    }
    case 'scarf':
      return path(
        'M42 74c-4-36 14-52 38-52s42 16 38 52c0 22-12 42-38 46c-26-4-38-24-38-46zM52 70c0 24 12 40 28 40s28-16 28-40c0-20-10-32-28-32s-28 12-28 32z',
        { ...paint, 'fill-rule': 'evenodd' },
      )
    case 'bald':
      return ellipse(68, 44, 10, 5, { fill: '#fff', 'fill-opacity': 0.25, transform: 'rotate(-24 68 44)' })
  }
}
