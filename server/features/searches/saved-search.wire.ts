import type { SavedSearch as WireSearch } from '../../../contract/searches.ts'
import type { SavedSearch } from './saved-search.repository.ts'

export function toWireSearch(search: SavedSearch): WireSearch {
  return {
    _id: search.id,
    name: search.name,
    query: search.query,
    every: search.every,
    stopped: search.stoppedAt !== null,
    createdAt: search.createdAt,
  }
}
