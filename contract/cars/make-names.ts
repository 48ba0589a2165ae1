import { withoutAccents } from '../plain-text.ts'

/** A map from the key of each make name to the make. */
export type MakesByKey = ReadonlyMap<string, string>

/** Alternative names of makes, keyed as by `makeKey`. */
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

/**
 * Returns the form in which make names are compared: letters and digits, in lowercase and without accents.
 */
export function makeKey(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Builds an index of makes, keyed by their names and aliases.
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
