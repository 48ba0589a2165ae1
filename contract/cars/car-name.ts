/**
 * Returns a car's display name, such as `2021 Tesla Model 3 Long Range`. A missing year is omitted. If the
 * model name already starts with the make, or with the year and the make, they are not repeated.
 */
export function buildCarName(car: { year: number | null; category_name: string; modelName: string }): string {
  const { year, category_name: make, modelName } = car
  const saysMake = (text: string) => text.toLowerCase().startsWith(`${make.toLowerCase()} `)
  const [, typedYear, rest = ''] = /^((?:19|20)\d\d) +(.*)/.exec(modelName) ?? []
  const isSameYear = typedYear !== undefined && (year === null || String(year) === typedYear)
  if (isSameYear && saysMake(rest)) return modelName
  return [year, saysMake(modelName) ? null : make, modelName].filter(Boolean).join(' ')
}

/**
 * Attaches the short words of a model name to the preceding word with nonbreaking spaces, so that no line
 * begins with the 3 of `Model 3`.
 */
export function bindShortWords(name: string): string {
  return name.replace(/ (?=\S{1,2}(?: |$))/g, '\u00a0')
}

/** Returns the car's name for its seller and admins, with a placeholder for a draft without a name. */
export function getCarTitle(car: Parameters<typeof buildCarName>[0]): string {
  return buildCarName(car) || 'Untitled draft'
}
