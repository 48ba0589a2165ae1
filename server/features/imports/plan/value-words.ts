import { choiceFacts, getOptionLabel, type ChoiceName } from '../../../../contract/cars/car-choices.ts'
import { removeAccents } from '../../../../contract/plain-text.ts'
import { toPlainName } from './plain-name.ts'

/** Synonyms for options, in lowercase letters and digits only. A synonym must match the whole cell. */
const synonyms: Partial<Record<ChoiceName, Readonly<Record<string, readonly string[]>>>> = {
  fuel: {
    Petrol: ['flex', 'unleaded', 'regular', 'premium', 'g'],
    Diesel: ['d'],
    Electric: ['e'],
  },
  body: {
    sedan: ['4drcar'],
    coupe: ['2drcar'],
  },
  transmission: {
    Automatic: ['a'],
    Manual: ['m', 'standard'],
  },
  drive: {
    front: ['front'],
    rear: ['rear'],
    all: ['all'],
  },
  color: {
    Black: ['blk', 'blck', 'bk'],
    White: ['wht', 'whi', 'wh', 'wt'],
    Gray: ['grey', 'gry', 'gra', 'gy', 'dgy', 'lgy'],
    Silver: ['slv', 'slvr', 'sil', 'svr'],
    Red: ['rd', 'maroon', 'mar', 'burgundy', 'bur', 'brg'],
    Blue: ['blu', 'dbl', 'lbl', 'navy', 'nvy'],
    Green: ['grn', 'gn', 'dgr', 'lgr'],
    Brown: ['brn', 'bro', 'brwn', 'bronze', 'brz', 'copper', 'cpr'],
    Beige: ['bge', 'bei', 'tan', 'cream', 'crm', 'ivory'],
    Orange: ['org', 'orn', 'orng', 'ong'],
    Yellow: ['ylw', 'yel', 'yellw'],
    Purple: ['pur', 'prp', 'prpl', 'ple', 'violet'],
    Gold: ['gld', 'gol', 'gd', 'golden'],
  },
  title: {
    clean: ['clear', 'cleantitle', 'cleartitle'],
    rebuilt: ['rebuilttitle', 'reconstructed', 'reconstructedtitle'],
    salvage: ['salvagetitle', 'salvaged', 'junk', 'junktitle'],
    lemon: ['lemontitle', 'lemonlaw', 'buyback', 'manufacturerbuyback'],
    other: ['flood', 'flooddamage', 'hail', 'haildamage', 'theft', 'bonded', 'branded', 'brandedtitle'],
  },
  accidents: { 'none known': ['none', 'no', '0', 'clean', 'accidentfree', 'noaccidents', 'noneknown'] },
  serviceHistory: {
    full: ['yes', 'available', 'complete', 'fullservicehistory', 'fsh'],
    none: ['no'],
  },
  warranty: { 'as is': ['none', 'no', 'asis', 'nowarranty'] },
  tires: { due: ['bad', 'replace', 'needreplacing'] },
  condition: {
    Excellent: ['extraclean', 'likenew', 'mint', 'outstanding'],
    Good: ['verygood', 'clean', 'aboveaverage'],
    Fair: ['average'],
    // These words don't describe a car's condition.
    '': ['used', 'new', 'cpo', 'certified', 'certifiedpreowned', 'preowned'],
  },
}

/** Names of shades. A color next to a shade takes precedence: `Black Pearl` is black. */
const shades: Readonly<Record<string, readonly string[]>> = {
  Gray: ['charcoal', 'gunmetal', 'graphite', 'anthracite'],
  Beige: ['champagne'],
  Silver: ['platinum'],
  White: ['pearl'],
}

/**
 * Marks an ambiguous word. If a cell contains it, no option is chosen, even if the cell also names an option.
 */
const UNCLEAR = ''

/** Words that turn the meaning of a mention around, as in `no frame damage`. */
const negation = /\b(no|not|non|never|without|expired)\b/g

type Mention = readonly [option: string, pattern: RegExp]

/**
 * Patterns that are matched against a cell in lowercase with single spaces. The first group with a match
 * decides. If it matches two options, none is chosen. Each match is removed before the group's next pattern
 * is tried.
 */
const mentions: Partial<Record<ChoiceName, readonly (readonly Mention[])[]>> = {
  fuel: [
    [['Hydrogen', /\bhydrogen|\bfuel ?cell|\bfcev\b/g]],
    [['Plug-in hybrid', /\bplug ?in\b|\bphev|\bphv\b|\berev\b/g]],
    [['Hybrid', /\b(gas|mild|full|strong)?hybrid|\bm?hev\b/g]],
    [
      ['CNG', /\b(compressed )?natural ?gas\b|\bcng\b|\bmethane\b|\berdgas\b/g],
      ['LPG', /\blpg\b|\b(liqu[ie]fied )?petroleum gas\b|\bpropane\b|\bauto ?gas\b/g],
      [
        'Petrol',
        /\bgas\b|\bgasolin|\bpetrol\b|\bunleaded\b|\bflex(ible)? ?fuel|\bflex\b|\bffv\b|\be ?85\b|\bethanol\b|\bbenzin\b|\bessence\b/g,
      ],
      ['Diesel', /\b(bio|turbo)?diesel|\btdi\b|\bb20\b/g],
      ['Electric', /\b(all |battery )?electric|\bb?ev\b|\belektro\b/g],
    ],
  ],
  body: [
    [
      ['minivan', /\bmini ?van|\bmpv\b/g],
      ['pickup', /\bsport utility (truck|pickup)\b/g],
    ],
    [
      ['sedan', /\bsedan|\bsaloon\b|\blimousine\b|\bgran coupe\b/g],
      ['hatch', /\bhatch ?back|\bhatch\b|\bliftback\b|\bsportback\b/g],
      ['suv', /\bsuvs?\b|\bsport utility|\bcrossovers?\b|\bcuv\b|\bsav\b/g],
      ['convertible', /\bconvertible|\bcabrio|\broadster\b|\bspyder\b|\bspider\b|\bdrop ?top\b/g],
      ['coupe', /\bcoupe/g],
      ['wagon', /\b(station ?)?wagon|\bestate\b|\btouring\b|\bavant\b|\bkombi\b|\bshooting brake\b/g],
      [
        'pickup',
        /\bpick ?up|\btrucks?\b|\b(crew|super|extended|ext|regular|reg|standard|std|double|dbl|quad|king|mega|access|club|single|supercrew) ?cab\b|\bsuper ?crew|\bcrew ?max\b|\bext(ended)?cab/g,
      ],
      ['van', /\bvans?\b/g],
    ],
  ],
  transmission: [
    [[UNCLEAR, /\bmanual (or )?auto/g]],
    [
      [
        'Automatic',
        /auto|cvt|\b\d{0,2} ?a t\b|\b\d{0,2}at\b|\b(6|7|8|9|10)a\b|\ba(6|7|8|9|10)\b|\bd[ck]t\b|\bdsg\b|\bpdk\b|\bdkg\b|\bsmg\b|\bedc\b|\bivt\b|\bs ?tronic|tronic\b|\bdual ?clutch|\bdirect ?shift|\bpower ?shift|\bvariable\b|\b(single|one|1) (speed|spd)\b|\bdirect drive\b/g,
      ],
    ],
    [
      [
        'Manual',
        /manual|manuell|\b\d? ?m t\b|\b\d?mt\b|\b[3-7]m\b|\bm[4-7]\b|\bstick( ?shift)?\b|\bschaltgetriebe\b/g,
      ],
    ],
  ],
  title: [
    [[UNCLEAR, negation]],
    [
      ['rebuilt', /\brebuilt|\breconstructed|\brestored\b/g],
      ['salvage', /\bsalvage|\bjunk\b/g],
      ['lemon', /\blemon|\bbuy ?back/g],
      ['clean', /\bclean|\bclear\b/g],
      ['other', /\bflood|\bhail\b|\btheft\b|\bbonded\b|\bbranded\b/g],
    ],
  ],
  accidents: [
    [['none known', /\bno (known |reported )?accidents?\b|\bnone (known|reported)\b|\baccident free\b/g]],
    [[UNCLEAR, negation]],
    [['structural', /\bstructural|\bframe\b|\bsevere|\btotal loss\b/g]],
    [['minor', /\bminor\b|\bcosmetic/g]],
  ],
  warranty: [
    [['as is', /\bas is\b|\bno warranty\b/g]],
    [[UNCLEAR, negation]],
    [
      ['manufacturer', /\bmanufacturer|\bfactory|\bcpo\b/g],
      ['dealer', /\bdealer/g],
    ],
  ],
  drive: [
    [
      [
        'front',
        /\b(2 ?wd |4 ?x ?2 )?(fwd|front ?wheel|frontantrieb|vorderradantrieb|front)( drive)?( 2 ?wd| 4 ?x ?2)?\b/g,
      ],
      [
        'rear',
        /\b(2 ?wd |4 ?x ?2 )?(rwd|rear ?wheel|heckantrieb|hinterradantrieb|rear)( drive)?( 2 ?wd| 4 ?x ?2)?\b/g,
      ],
      [
        'all',
        /\be?awd|\ball ?wheel|\ballrad|\bquattro|\bx ?drive\b|\b4 ?matic|\b4 ?motion|\ball ?4\b|\ball drive\b/g,
      ],
      ['four', /\b4 ?wd\b|\b4 ?x ?4\b|\b(4|four) ?wheel|\b4 ?by ?4\b|\bfourwd\b/g],
      [UNCLEAR, /\b2 ?wd\b|\b2 ?x ?4\b|\b4 ?x ?2\b|\b(2|two) ?wheel/g],
    ],
  ],
}

/**
 * Returns the option that a cell stands for, an empty string if the cell can be ignored, or undefined if the
 * meaning is unclear.
 */
export function findOption(name: ChoiceName, text: string): string | undefined {
  const option = optionsByWord(name).get(toPlainName(text))
  if (option !== undefined) return option
  if (name === 'color' || name === 'interiorColor') return findColor(text)
  if (name === 'condition') return findGradeCondition(text)
  return findMention(name, text)
}

/** Reports whether a cell contains nothing but the name of an option. */
export function isOption(name: ChoiceName, text: string): boolean {
  return optionsByWord(name).has(toPlainName(text))
}

function findMention(name: ChoiceName, text: string): string | undefined {
  const spaced = ` ${removeAccents(text)} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  for (const group of mentions[name] ?? []) {
    let remainingText = spaced
    const matches = new Set<string>()
    for (const [option, pattern] of group) {
      const strippedText = remainingText.replace(pattern, ' ')
      if (strippedText !== remainingText) matches.add(option)
      remainingText = strippedText
    }
    const [option] = matches
    if (matches.size > 0) return matches.size === 1 ? option || undefined : undefined
  }
  return undefined
}

/** Returns the color that a text names. `Black Sapphire Metallic` is black, but `Blue/White` is ambiguous. */
function findColor(text: string): string | undefined {
  const textWords = text.split(/[^A-Za-z]+/).map(toPlainName)
  const colors = new Set(textWords.flatMap((word) => optionsByWord('color').get(word) ?? []))
  if (colors.size > 0) return colors.size === 1 ? [...colors][0] : undefined
  const closeColors = Object.keys(shades).filter((color) =>
    shades[color]!.some((shade) => textWords.includes(shade)),
  )
  return closeColors.length === 1 ? closeColors[0] : undefined
}

const gradeWords = ['auction', 'autograde', 'condition', 'cr', 'grade', 'report', 'score']

/**
 * Minimum auction grade for each option. American auctions grade cars from 0 to 5. No option corresponds to a
 * grade below 2.5.
 */
const minGrades = [
  ['Excellent', 4.5],
  ['Good', 3.5],
  ['Fair', 2.5],
] as const

function findGradeCondition(text: string): string | undefined {
  const letters = text.toLowerCase().match(/[a-z]+/g) ?? []
  if (!letters.every((word) => gradeWords.includes(word))) return undefined
  const [, grade] = /^([0-5](?:\.\d)?)(?:\/5(?:\.0)?)?$/.exec(text.replace(/[^\d./]/g, '')) ?? []
  return minGrades.find(([, minGrade]) => Number(grade) >= minGrade && Number(grade) <= 5)?.[0]
}

const wordMaps = new Map<ChoiceName, ReadonlyMap<string, string>>()

function optionsByWord(name: ChoiceName): ReadonlyMap<string, string> {
  let optionByWord = wordMaps.get(name)
  if (!optionByWord) {
    const ownWords = choiceFacts[name].options.flatMap((option) => [
      [toPlainName(option), option] as const,
      [toPlainName(getOptionLabel(name, option)), option] as const,
    ])
    const synonymEntries = Object.entries(synonyms[name === 'interiorColor' ? 'color' : name] ?? {}).flatMap(
      ([option, optionWords]) => optionWords.map((word) => [word, option] as const),
    )
    optionByWord = new Map([...synonymEntries, ...ownWords])
    wordMaps.set(name, optionByWord)
  }
  return optionByWord
}
