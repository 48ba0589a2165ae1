import { facetsQuery, type CarFilters } from './car-search.ts'

const names = Object.keys(facetsQuery.shape).toSorted() as (keyof CarFilters)[]

/** Only letters and digits are parts of words, as in the search. */
const HAS_WORD = /[\p{L}\p{N}]/u

/**
 * Parses the query string of a search, such as `brand=Toyota&priceMax=20000`. Unlike a request, it may contain
 * no other parameters, and each of them once.
 * @returns the filters, or an error message
 */
export function parseSavedQuery(query: string): { filters: CarFilters } | { error: string } {
  const entries = [...new URLSearchParams(query)]
  const values = Object.fromEntries(entries)
  const unknown = entries.find(([name]) => !(names as string[]).includes(name))
  if (unknown) return { error: `Remove ${unknown[0].slice(0, 40)}, which isn’t a filter.` }
  if (Object.keys(values).length < entries.length) return { error: 'Send each filter once.' }
  const { data: filters, error } = facetsQuery.safeParse(values)
  if (error) {
    const { path, message } = error.issues[0]!
    return { error: `${String(path[0])}: ${message}` }
  }
  return writeSavedQuery(filters) === '' ? { error: 'Choose at least one filter.' } : { filters }
}

/**
 * Returns the same query string for all searches with the same filters. A ZIP code without a distance and words
 * without a letter or digit are not filters, and are left out.
 */
export function writeSavedQuery({ category_name: make, near, ...others }: CarFilters): string {
  const { brand, within } = others
  const filters: CarFilters = {
    ...others,
    ...(brand || make === undefined ? { category_name: make } : { brand: [make] }),
    ...(within !== undefined && { near }),
  }
  const entries = names.flatMap((name) => {
    const text = toText(name, filters[name])
    if ((name === 'q' || name === 'place') && !HAS_WORD.test(text)) return []
    return text === '' ? [] : [[name, text]]
  })
  return new URLSearchParams(entries).toString()
}

function toText(name: keyof CarFilters, value: CarFilters[keyof CarFilters]): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.toSorted().join(',')
  if (typeof value === 'string') return value.replace(/\s+/g, ' ')
  const isPrice = name === 'priceMin' || name === 'priceMax'
  return isPrice ? (value / 100).toFixed(2).replace('.00', '') : String(value)
}
