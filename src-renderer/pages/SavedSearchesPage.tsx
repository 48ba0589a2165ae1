import { SavedSearches } from '../features/searches/SavedSearches.tsx'
import { listFilterChips, readFilters } from '../features/search/search-filters.ts'
import { useMileageUnit } from '../ui/mileage-unit.ts'

export function SavedSearchesPage() {
  const unit = useMileageUnit()
  return (
    <SavedSearches
      describe={(query) =>
        listFilterChips(readFilters(new URLSearchParams(query)), unit).map(({ text }) => text)
      }
    />
  )
}
