import { useSearchParams } from 'react-router-dom'
import type { ListCriteria, ListView } from './list-view.ts'

/**
 * Returns the list's sort order, filter, and search from the URL, and a function that changes them.
 * Back, a reload, and shared links preserve them.
 */
export function useAddressCriteria({
  facet,
  sortKeys,
}: Pick<ListView<unknown>, 'facet' | 'sortKeys'>): [ListCriteria, (changes: Partial<ListCriteria>) => void] {
  const [params, setParams] = useSearchParams()
  const sort = params.get('sort') ?? ''
  const key = sort.replace(/^-/, '')
  const words = facet?.words ?? {}
  const value = facet && params.get(facet.name)

  const criteria: ListCriteria = {
    find: params.get('q') ?? '',
    sort: sortKeys.includes(key) ? { key, isDescending: sort.startsWith('-') } : null,
    facet: value && Object.hasOwn(words, value) ? words[value]! : null,
  }

  function setCriteria(changes: Partial<ListCriteria>) {
    const next = { ...criteria, ...changes }
    setParams(
      (before) => {
        const chosen = Object.keys(words).find((name) => words[name] === next.facet)
        set(before, 'q', next.find)
        set(before, 'sort', next.sort && `${next.sort.isDescending ? '-' : ''}${next.sort.key}`)
        if (facet) set(before, facet.name, chosen)
        return before
      },
      { replace: true },
    )
  }

  return [criteria, setCriteria]
}

function set(params: URLSearchParams, name: string, value: string | null | undefined): void {
  if (value) params.set(name, value)
  else params.delete(name)
}
