import { SearchX } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { listFilterChips, countCars, toSearch, type Filters } from './search-filters.ts'
import type { CarSearch } from './use-search.ts'
import { useMileageUnit } from '../../ui/mileage-unit.ts'

const OFFERED = 3

/** Names the filters that exclude all cars, each with a button to remove it. */
export function NothingFound({ search }: { search: CarSearch }) {
  const { filters, facets, category } = search
  const chips = listFilterChips(filters, useMileageUnit())
  const suggestions = (facets?.relax ?? [])
    .flatMap(({ filter, total }) => {
      const filterChips = chips.filter((chip) => chip.filter === filter)
      return filterChips.length > 0
        ? [{ filter, total, text: filterChips.map(({ text }) => text).join(', ') }]
        : []
    })
    .slice(0, OFFERED)
  const elsewhere = facets?.relax.find(({ filter }) => filter === 'category_name')

  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title={chips.length > 0 ? 'No exact matches' : 'No cars here right now'}
        text={hint(chips.length, suggestions, category)}
        action={
          <>
            {suggestions.map(({ filter, total, text }, index) => (
              <Button
                key={filter}
                variant={index === 0 ? 'primary' : 'secondary'}
                onClick={() => search.setFilters(without(filters, filter))}
              >
                Remove {text} ({countCars(total)})
              </Button>
            ))}
            {elsewhere && (
              <LinkButton variant="secondary" to={`${pages.search.path}?${toSearch(filters, undefined)}`}>
                See all makes ({countCars(elsewhere.total)})
              </LinkButton>
            )}
            {chips.length > 0 && suggestions.length === 0 && (
              <Button onClick={() => search.setFilters({})}>Clear all filters</Button>
            )}
            {chips.length === 0 && category !== undefined && !elsewhere && (
              <LinkButton to={pages.search.path}>Browse other makes</LinkButton>
            )}
          </>
        }
      />
    </Card>
  )
}

function hint(chosen: number, suggestions: { text: string; total: number }[], category: string | undefined) {
  const [best] = suggestions
  if (best) return `Remove ${best.text} to see ${countCars(best.total)}.`
  if (chosen > 1) return 'Try removing a filter or two.'
  if (chosen === 1) return 'Nothing matches right now. Check back soon.'
  return category === undefined
    ? 'Nothing is listed right now. Check back soon.'
    : 'Nothing is listed right now. In the meantime, browse other makes.'
}

function without(filters: Filters, filter: string): Filters {
  const keys = [filter, `${filter}Min`, `${filter}Max`]
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.includes(key)))
}
