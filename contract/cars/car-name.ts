/**
 * Returns what a car is called wherever people read of it: `2021 Tesla Model 3 Long Range`. A year that is not given is
 * left out, and so is what the model's text begins with: the make, or the year and the make.
 */
export function carName(car: { year: number | null; category_name: string; modelName: string }): string {
  const { year, category_name: make, modelName } = car
  const saysMake = (text: string) => text.toLowerCase().startsWith(`${make.toLowerCase()} `)
  const [, typedYear, rest = ''] = /^((?:19|20)\d\d) +(.*)/.exec(modelName) ?? []
  const isSameYear = typedYear !== undefined && (year === null || String(year) === typedYear)
  if (isSameYear && saysMake(rest)) return modelName
  return [year, saysMake(modelName) ? null : make, modelName].filter(Boolean).join(' ')
}

/** Keeps a short part of a model's name with the word before it: no line begins with the 3 of `Model 3`. */
export function unbroken(name: string): string {
  return name.replace(/ (?=\S{1,2}(?: |$))/g, '\u00a0')
}

/** The same for its seller and admins, of a draft too that says nothing of the car yet. */
export function carTitle(car: Parameters<typeof carName>[0]): string {
  return carName(car) || 'Untitled draft'
}
