import { toPublicModelName, toPublicTrim } from './public-names.ts'

interface Named {
  make: string
  /** The model name in NHTSA's data. */
  model: string
  year: number
  fuel: string | null
  trim: string | null
  series: string | null
}

type Name = Pick<Named, 'model' | 'trim'>

/** A car's names as its manufacturer publishes them, or null for lists of alternatives and internal codes. */
interface PublicName {
  make: string
  model: string | null
  trim: string | null
}

/** Returns the names that car dealers use. NHTSA's names may differ or be stored in another field. */
export function tidyModel(car: Named, vin: string): PublicName {
  const { model, trim } = renameModel(car, vin)
  const name = toPublicModelName(model)
  const scion = /^Scion (.+)/.exec(name ?? '')?.[1]
  return {
    make: scion ? 'Scion' : car.make,
    model: scion ?? name,
    trim: trim ? toPublicTrim(trim) : null,
  }
}

function renameModel(car: Named, vin: string): Name {
  const { make, model, trim } = car
  const alias = aliases[`${make} ${model}`]
  if (alias) return { model, trim, ...alias(car) }
  if (/^(GMC Sierra|Chevrolet Silverado)/.test(`${make} ${model}`))
    return { model: addWeightClass(car, vin), trim }
  if (make === 'Lexus') return addModelNumber(car)
  return { model: removeShownFields(model), trim }
}

const aliases: Readonly<Record<string, (car: Named) => Partial<Name>>> = {
  'Audi RS 3': () => ({ model: 'RS3' }),
  'Audi RS 4': () => ({ model: 'RS4' }),
  'Audi RS 5': () => ({ model: 'RS5' }),
  'Audi RS 6': () => ({ model: 'RS6' }),
  'Audi RS 7': () => ({ model: 'RS7' }),
  'Chevrolet Blazer': ifElectric('Blazer EV'),
  'Chevrolet Equinox': ifElectric('Equinox EV'),
  'Ford F-150': ifElectric('F-150 Lightning'),
  'Honda Civic Si': ({ trim }) => ({ model: 'Civic', trim: /\bsi\b/i.test(trim ?? '') ? trim : 'Si' }),
  'Subaru B9 Tribeca': () => ({ model: 'Tribeca' }),
  // Since 2025, Toyota has called it Prius Plug-in Hybrid. The fuel field already shows that it is a plug-in.
  'Toyota Prius Prime (PHEV)': ({ year }) => ({ model: year >= 2025 ? 'Prius' : 'Prius Prime' }),
}

function ifElectric(name: string) {
  return ({ fuel, model }: Named): Partial<Name> => ({ model: fuel === 'Electric' ? name : model })
}

/**
 * Removes the parts of a name that other fields already show, such as the body and the fuel: `GLC-Class`,
 * `Kicks MPV`, `Outlander PHEV`.
 */
function removeShownFields(model: string): string {
  return model
    .replace(/^(GL[ABCEKS])-Class$/, '$1')
    .replace(/ \((EV|HEV|PHEV)\)$/, '')
    .replace(/ MPV$/, '')
}

/** Adds the weight class to a truck's name. Until 2009, the sixth character of the VIN encodes it. */
function addWeightClass({ model, series, year, fuel }: Named, vin: string): string {
  const name = model.replace(/ (HD|LD)$/, '')
  const weightClass =
    /\b([123]5)00/.exec(series ?? '')?.[1] ?? (year < 2010 ? { 1: '15', 2: '25', 3: '35' }[vin[5]!] : '')
  if (/\d|EV$/.test(name)) return name
  if (fuel === 'Electric') return `${name} EV`
  if (!weightClass) return name
  return `${name} ${weightClass}00${weightClass === '15' ? '' : 'HD'}`
}

/** Adds the model number to the name of a Lexus. NHTSA puts it at the beginning of the trim. */
function addModelNumber({ model, trim }: Named): Name {
  const [, number, trimName] = /^(\d{3}h?\+?)\b ?(.*)$/.exec(trim ?? '') ?? []
  return number ? { model: `${model} ${number}`, trim: trimName! } : { model, trim }
}
