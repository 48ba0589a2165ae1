import { parseSavedQuery } from '../../../contract/cars/saved-query.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import type { AlertReason } from '../../../contract/search-limits.ts'
import {
  findChangedFields,
  listCarGroups,
  listSearchGroups,
  updateCarMake,
  SearchTest,
  type ComparedFacts,
} from './search-matcher.ts'

/** Results of a search by car number. A result is true if the car passed. */
export type SavedResults = ReadonlyMap<number, boolean>

/** A saved search as stored. */
export interface StoredSearch {
  id: string
  query: string
  /** The results at the time of saving, for cars that have not been compared since. */
  results: SavedResults
}

interface IndexedSearch {
  id: string
  test: SearchTest
  groups: readonly string[]
  results: SavedResults
}

export interface Match {
  searchId: string
  reason: AlertReason
}

/** A listed car's values before and after changes. The values are null while the car is not listed. */
export interface Comparison {
  number: number
  before: ComparedFacts | null
  after: ComparedFacts | null
}

/**
 * An index of saved searches by their most selective filter, which finds the searches that a changed car
 * matches without testing all of them.
 */
export class SearchIndex {
  readonly #searches = new Map<string, IndexedSearch>()
  readonly #groups = new Map<string, Set<IndexedSearch>>()
  /** The searches with results from the time of saving. Only recent searches have any. */
  readonly #recent = new Set<IndexedSearch>()

  readonly #currentMakes: ReadonlyMap<string, string>
  readonly #today: string

  /**
   * Creates an empty index.
   * @param currentMakes the current name of each make by its former names
   * @param today the UTC day. The searches find no warranties that have expired
   */
  constructor(currentMakes: ReadonlyMap<string, string>, today: string) {
    this.#currentMakes = currentMakes
    this.#today = today
  }

  /** Adds a search. A query that a later release no longer understands matches nothing. */
  put({ id, query, results }: StoredSearch): void {
    this.remove(id)
    const parsed = parseSavedQuery(query)
    if (!('filters' in parsed)) return
    const filters = this.#withCurrentMakes(parsed.filters)
    const search = {
      id,
      test: new SearchTest({ ...filters, today: this.#today }),
      groups: listSearchGroups(filters),
      results,
    }
    this.#searches.set(id, search)
    if (results.size > 0) this.#recent.add(search)
    for (const name of search.groups) {
      const group = this.#groups.get(name)
      if (group) group.add(search)
      else this.#groups.set(name, new Set([search]))
    }
  }

  remove(id: string): void {
    const search = this.#searches.get(id)
    if (!search) return
    this.#searches.delete(id)
    this.#recent.delete(search)
    for (const name of search.groups) {
      const group = this.#groups.get(name)!
      group.delete(search)
      if (group.size === 0) this.#groups.delete(name)
    }
  }

  /**
   * Returns the searches that a car passes now but did not pass before. The reason is its price if the car
   * would have passed before with its current, lower price.
   */
  find({ number, before: stored, after }: Comparison): Match[] {
    if (!after) return []
    const before = stored && updateCarMake(stored, this.#currentMakes)
    const isCheaper = before?.priceMinor && after.priceMinor && after.priceMinor < before.priceMinor
    const repriced = isCheaper ? { ...before, priceMinor: after.priceMinor } : null
    const changed = before ? findChangedFields(before, after) : 0
    const matches: Match[] = []
    for (const group of listCarGroups(after))
      for (const { id, test, results } of this.#groups.get(group) ?? []) {
        if (!test.passesRanges(after)) continue
        const resultBefore = results.get(number)
        // Tests of unchanged fields have the same results as before.
        if (resultBefore === undefined && before && test.passesRanges(before) && !test.reads(changed))
          continue
        if (!test.passes(after) || (resultBefore ?? (before && test.passes(before)))) continue
        matches.push({ searchId: id, reason: repriced && test.passes(repriced) ? 'price' : 'match' })
      }
    return matches
  }

  /** Returns the recent searches that have results for one of these cars, each with its other results. */
  findRecent(numbers: ReadonlySet<number>): { id: string; results: SavedResults }[] {
    return [...this.#recent].flatMap(({ id, results }) => {
      const rest = new Map([...results].filter(([number]) => !numbers.has(number)))
      return rest.size < results.size ? [{ id, results: rest }] : []
    })
  }

  #withCurrentMakes(filters: CarFilters): CarFilters {
    const { category_name: make, brand } = filters
    const currentName = (name: string) => this.#currentMakes.get(name) ?? name
    return {
      ...filters,
      ...(make !== undefined && { category_name: currentName(make) }),
      ...(brand && { brand: [...new Set(brand.map(currentName))] }),
    }
  }

  setResults(id: string, results: SavedResults): void {
    const search = this.#searches.get(id)
    if (!search) return
    search.results = results
    if (results.size === 0) this.#recent.delete(search)
  }
}
