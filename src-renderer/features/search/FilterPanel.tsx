import { formatMoney } from '../../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AmountField } from './AmountField.tsx'
import { FacetChoices } from './FacetChoices.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PriceRange } from './PriceRange.tsx'
import { showAmount, withAmount, type Amount, type Filters } from './search-filters.ts'
import { uncountedFacets } from './uncounted-facets.ts'
import type { CarSearch } from './use-search.ts'

const LISTS = [
  ['fuel', 'Fuel', true],
  ['body', 'Body', true],
  ['transmission', 'Transmission', false],
  ['condition', 'Condition', false],
] as const

/** All filters with what each choice would show. On the category page the make is settled. */
export function FilterPanel({ search }: { search: CarSearch }) {
  const { facetsError, filters, category } = search
  const hasFailed = facetsError !== undefined || search.cars.isError
  const facets = search.facets ?? (hasFailed ? uncountedFacets(filters) : null)
  if (!facets) return <FilterSkeleton />

  const change = (next: Filters) => search.setFilters(next)
  const amount = (name: Amount, label: string, placeholder?: string) => (
    <AmountField
      name={name}
      label={label}
      value={filters[name]}
      placeholder={placeholder}
      onChange={(value) => change(withAmount(filters, name, value))}
    />
  )

  return (
    <div className="flex flex-col gap-4">
      {/* Where the list failed too, its message is enough. */}
      {!search.facets && !search.cars.isError && <CountsMissing onRetry={search.retry} />}
      <FilterGroup title="Price">
        {facets.price && facets.price.buckets.length > 1 && (
          <PriceRange price={facets.price} filters={filters} onChange={change} />
        )}
        <div className="grid grid-cols-2 gap-2">
          {amount('priceMin', 'Min', facets.price ? formatMoney(facets.price.min) : undefined)}
          {amount('priceMax', 'Max', facets.price ? formatMoney(facets.price.max) : undefined)}
        </div>
      </FilterGroup>
      {category === undefined && facets.brand.length > 0 && (
        <FilterGroup title="Make">
          <FacetChoices facet="brand" options={facets.brand} filters={filters} onChange={change} />
        </FilterGroup>
      )}
      <FilterGroup title="Model year">
        <div className="grid grid-cols-2 gap-2">
          {amount('yearMin', 'Min', facets.year?.min.toString())}
          {amount('yearMax', 'Max', facets.year?.max.toString())}
        </div>
      </FilterGroup>
      <FilterGroup title="Mileage">
        {amount('mileageMax', 'Max mileage', showAmount('mileageMax', facets.mileage?.max.toString()))}
      </FilterGroup>
      {LISTS.filter(([facet]) => facets[facet].length > 0).map(([facet, title, isOpen]) => (
        <FilterGroup key={facet} title={title} isOpenAtFirst={isOpen || Boolean(filters[facet])}>
          <FacetChoices facet={facet} options={facets[facet]} filters={filters} onChange={change} />
        </FilterGroup>
      ))}
      <FilterGroup title="Location" isOpenAtFirst={Boolean(filters.place)}>
        <PlaceField value={filters.place} onChange={(place) => change({ ...filters, place })} />
      </FilterGroup>
    </div>
  )
}

function CountsMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="card flex flex-wrap items-center justify-between gap-2 px-4.5 py-2">
      <p className="text-small">The counts didn’t load.</p>
      <Button variant="ghost" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function FilterSkeleton() {
  return (
    <Loading label="Loading filters" className="flex flex-col gap-4">
      {['h-54', 'h-49', 'h-36', 'h-36', 'h-60', 'h-72'].map((height, place) => (
        <Skeleton key={place} className={`${height} w-full rounded-card!`} />
      ))}
    </Loading>
  )
}
