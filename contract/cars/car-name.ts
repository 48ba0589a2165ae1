/**
 * Returns a car's displayed name, such as `2021 Tesla Model 3 Long Range`. A missing year is left out. A
 * make, or a year and a make, that the model's text already starts with is not repeated.
 */
export function carName(car: { year: number | null; category_name: string; modelName: string }): string {
  const { year, category_name: make, modelName } = car
  const saysMake = (text: string) => text.toLowerCase().startsWith(`${make.toLowerCase()} `)
  const [, typedYear, rest = ''] = /^((?:19|20)\d\d) +(.*)/.exec(modelName) ?? []
  const isSameYear = typedYear !== undefined && (year === null || String(year) === typedYear)
  if (isSameYear && saysMake(rest)) return modelName
  return [year, saysMake(modelName) ? null : make, modelName].filter(Boolean).join(' ')
}

/**
 * Joins short parts of a model's name to the preceding word with nonbreaking spaces. No line then begins with
 * the 3 of `Model 3`.
 */
export function unbroken(name: string): string {
  return name.replace(/ (?=\S{1,2}(?: |$))/g, '\u00a0')
}

/** Returns the car's name for its seller and admins, with a fallback for a draft that has no name yet. */
export function carTitle(car: Parameters<typeof carName>[0]): string {
  return carName(car) || 'Untitled draft'
}
