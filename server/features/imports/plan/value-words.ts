import { choiceFacts, optionLabel, type ChoiceName } from '../../../../contract/car-choices.ts'
import { plainName } from './plain-name.ts'

/** What others write for an option, in lowercase letters and digits alone. */
const words: Partial<Record<ChoiceName, Readonly<Record<string, readonly string[]>>>> = {
  fuel: {
    Petrol: [
      'gas',
      'gasoline',
      'unleaded',
      'regularunleaded',
      'premiumunleaded',
      'flexfuel',
      'flex',
      'gasolinefuel',
    ],
    Diesel: ['dieselfuel', 'biodiesel'],
    Hybrid: ['gaselectrichybrid', 'gashybrid', 'hev', 'mildhybrid', 'gaselectric', 'hybridelectric'],
    'Plug-in hybrid': ['phev', 'pluginhybridelectric', 'plugin', 'pluginelectricgas'],
    Electric: ['ev', 'bev', 'batteryelectric', 'electricfuelsystem'],
    LPG: ['propane', 'autogas'],
    Hydrogen: ['fuelcell', 'hydrogenfuelcell'],
  },
  body: {
    sedan: ['saloon', '4drcar', '4drsedan', 'sedan4dr'],
    hatch: ['hatchback', '5drhatchback'],
    suv: ['crossover', 'sportutility', 'sportutilityvehicle', 'suvcrossover'],
    coupe: ['2drcoupe', '2drcar'],
    wagon: ['estate', 'stationwagon', 'touring'],
    pickup: [
      'truck',
      'pickuptruck',
      'crewcab',
      'crewcabpickup',
      'extendedcab',
      'regularcab',
      'extendedcabpickup',
    ],
    convertible: ['cabriolet', 'roadster', 'cabrio'],
    minivan: ['mpv', 'minivanvan'],
    van: ['cargovan', 'passengervan', 'fullsizevan', 'fullsizecargovan'],
  },
  transmission: {
    Automatic: [
      'auto',
      'at',
      'cvt',
      'semiauto',
      'semiautomatic',
      'dct',
      'dualclutch',
      'tiptronic',
      'automanual',
    ],
    Manual: ['mt', 'stick', 'stickshift', 'standard'],
  },
  drive: {
    front: ['fwd', 'front', 'frontwheel', '2wdfront'],
    rear: ['rwd', 'rear', 'rearwheel', '2wdrear'],
    all: [
      'awd',
      '4wd',
      '4x4',
      'all',
      'allwheel',
      'fourwheeldrive',
      '4wheeldrive',
      'quattro',
      'xdrive',
      '4matic',
    ],
  },
  color: {
    Gray: ['grey', 'charcoal', 'gunmetal', 'graphite', 'anthracite'],
    Red: ['maroon', 'burgundy'],
    Beige: ['tan', 'cream', 'ivory', 'champagne'],
    Blue: ['navy'],
    Silver: ['platinum'],
    White: ['pearl'],
    Yellow: ['gold'],
  },
  // That a car is used says nothing of its condition.
  condition: { '': ['used', 'new', 'cpo', 'certified', 'certifiedpreowned', 'preowned'] },
}

/** What says too little to choose by. */
const unclear: Partial<Record<ChoiceName, RegExp>> = {
  drive: /^(2wd|2x4|4x2|(two|2)wheel(drive)?)$/,
}

/** Whether a value that is no option is left out: it says too little, or is a color, for whose name no car waits. */
export function isLeftOut(name: ChoiceName, text: string): boolean {
  return name === 'color' || name === 'interiorColor' || (unclear[name]?.test(plainName(text)) ?? false)
}

/** The option that was meant, or what stands for none; undefined where that can't be told. */
export function findOption(name: ChoiceName, text: string): string | null | undefined {
  const word = plainName(text)
  const found = optionsByWord(name).get(word)
  if (found !== undefined) return found
  if (name === 'transmission') return mentioned(word, { Automatic: /auto|cvt/, Manual: /manual/ })
  return name === 'color' || name === 'interiorColor' ? findColor(text) : undefined
}

function mentioned(word: string, patterns: Record<string, RegExp>): string | undefined {
  return Object.keys(patterns).find((option) => patterns[option]!.test(word))
}

/** `Black Sapphire Metallic` is black; of `Blue/White` nobody can tell. */
function findColor(text: string): string | undefined {
  const found = text.split(/[^A-Za-z]+/).flatMap((word) => optionsByWord('color').get(plainName(word)) ?? [])
  return new Set(found).size === 1 ? found[0] : undefined
}

const byWord = new Map<ChoiceName, ReadonlyMap<string, string>>()

function optionsByWord(name: ChoiceName): ReadonlyMap<string, string> {
  let known = byWord.get(name)
  if (!known) {
    const own = choiceFacts[name].options.flatMap((option) => [
      [plainName(option), option] as const,
      [plainName(optionLabel(name, option)), option] as const,
    ])
    const others = Object.entries(words[name === 'interiorColor' ? 'color' : name] ?? {}).flatMap(
      ([option, some]) => some.map((word) => [word, option] as const),
    )
    known = new Map([...others, ...own])
    byWord.set(name, known)
  }
  return known
}
