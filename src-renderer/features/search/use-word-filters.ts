import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAppDispatch } from '../../session/store.ts'
import type { typingState } from '../../ui/typing-state.ts'
import { carsApi } from '../cars/cars.api.ts'
import { toSearch, type Filters } from './search-filters.ts'
import type { CarSearch } from './use-search.ts'

export interface Correction {
  typed: string
  shown: string
  /** The search with the query as typed. */
  literal: Filters
}

/** Converts a submitted query to filters. If that fails, the query stays unchanged. */
export function useWordFilters(search: CarSearch) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: Partial<typeof typingState> | null }
  // An object, so that submitting the same query again still runs the effect.
  const isTyped = state?.isTyped === true
  const [entered, setEntered] = useState(
    isTyped && search.filters.q ? { words: search.filters.q } : undefined,
  )
  const [lastCorrection, setLastCorrection] = useState<{ correction: Correction; at: string }>()

  async function readFacets(query: Filters) {
    return dispatch(carsApi.endpoints.getCarFacets.initiate({ query }, { subscribe: false })).unwrap()
  }

  const understand = useEffectEvent(async (words: string) => {
    const { q: _, ...filters } = search.filters
    const { category } = search
    const makes = (await readFacets({})).brand.flatMap(({ value, count }) => (count > 0 ? [value] : []))
    const count = async (query: Filters) => (await readFacets(query)).total
    const { interpretQuery } = await import('./interpret-query.ts')
    return { filters, interpretation: await interpretQuery(words, { filters, makes, category, count }) }
  })

  const apply = useEffectEvent(
    (words: string, { filters, interpretation }: Awaited<ReturnType<typeof understand>>) => {
      const literal = { ...filters, q: words }
      // The interpretation is outdated if the user has since typed or chosen something else.
      if (!interpretation || buildSearchAddress(search.filters) !== buildSearchAddress(literal)) return
      const { filters: next, corrected: shown } = interpretation
      search.setFilters(next, { replace: true })
      if (shown !== null)
        setLastCorrection({ correction: { typed: words, shown, literal }, at: buildSearchAddress(next) })
    },
  )

  useEffect(() => {
    if (!entered) return
    let isCurrent = true
    const { words } = entered
    understand(words).then(
      (read) => isCurrent && apply(words, read),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [entered])

  // Keeps a reload or Back from counting as a new search.
  const clearTypedState = useEffectEvent(
    () => void navigate({ search: location.search }, { replace: true, state: null }),
  )
  useEffect(() => {
    if (isTyped) clearTypedState()
  }, [isTyped])

  return {
    enterWords: (words: string) => setEntered({ words }),
    correction: lastCorrection?.at === buildSearchAddress(search.filters) ? lastCorrection.correction : null,
  }
}

function buildSearchAddress(filters: Filters): string {
  return toSearch(filters, undefined).toString()
}
