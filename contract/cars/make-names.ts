import { removeAccents } from '../plain-text.ts'

/** The makes, keyed by the `makeKey` of their names. */
export type MakesByKey = ReadonlyMap<string, string>

/** Alternative names of makes, keyed by `makeKey`. */
const aliases: Readonly<Record<string, string>> = {
  alfa: 'Alfa Romeo',
  amc: 'American Motors',
  americanmotorscorporation: 'American Motors',
  aston: 'Aston Martin',
  benz: 'Mercedes-Benz',
  bmwmini: 'MINI',
  chev: 'Chevrolet',
  chevrolettruck: 'Chevrolet',
  chevy: 'Chevrolet',
  chevytruck: 'Chevrolet',
  dodgeram: 'Ram',
  dsauto: 'DS',
  dsautomobiles: 'DS',
  fordmotorcompany: 'Ford',
  fordtruck: 'Ford',
  genesismotor: 'Genesis',
  gmctruck: 'GMC',
  hyundaimotor: 'Hyundai',
  infinity: 'Infiniti',
  kgmobility: 'KGM',
  kiamotors: 'Kia',
  lotuscars: 'Lotus',
  lucidmotors: 'Lucid',
  lynkandco: 'Lynk & Co',
  mb: 'Mercedes-Benz',
  merc: 'Mercedes-Benz',
  mercedes: 'Mercedes-Benz',
  mercedesamg: 'Mercedes-Benz',
  mercedesmaybach: 'Mercedes-Benz',
  mgmotor: 'MG',
  minicooper: 'MINI',
  olds: 'Oldsmobile',
  ramtruck: 'Ram',
  ramtrucks: 'Ram',
  rangerover: 'Land Rover',
  rolls: 'Rolls-Royce',
  skodaauto: 'Škoda',
  smartcar: 'smart',
  teslamotors: 'Tesla',
  volkswagon: 'Volkswagen',
  volvocars: 'Volvo',
  vw: 'Volkswagen',
}

/** Normalizes a make name for comparison: letters and digits, in lowercase and without accents. */
export function makeKey(name: string): string {
  return removeAccents(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Indexes makes by their names and aliases.
 * @param names the current name of every make, and optionally its former names
 */
export function indexMakes(names: readonly { name: string; make: string }[]): MakesByKey {
  const makes = new Map(names.map(({ name, make }) => [makeKey(name), make]))
  const aliasEntries = Object.entries(aliases).flatMap(([key, make]) => {
    const known = makes.get(makeKey(make))
    return known === undefined ? [] : [[key, known] as const]
  })
  return new Map([...aliasEntries, ...makes])
}
