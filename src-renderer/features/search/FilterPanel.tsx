import type { ReactNode } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AmountField } from './AmountField.tsx'
import { FacetChoices } from './FacetChoices.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PriceHistogram } from './PriceHistogram.tsx'
import { showAmount, withAmount, type Amount, type Filters } from './search-filters.ts'
import type { CarSearch } from './use-search.ts'

const LISTS = [
  ['fuel', 'Fuel'],
  ['body', 'Body'],
  ['transmission', 'Transmission'],
  ['condition', 'Condition'],
] as const

/** All filters with what each choice would show. On the category page the brand is settled. */
export function FilterPanel({ search }: { search: CarSearch }) {
  const { facets, facetsError, filters, category } = search
  const change = (next: Filters) => search.setFilters(next)
  // One message is enough: the list has it.
  if (!facets && search.cars.isError) return null
  if (!facets && facetsError) {
    return (
      <Card>
        <ErrorState error={facetsError} onRetry={search.retry} />
      </Card>
    )
  }
  if (!facets) return <FilterSkeleton />

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
      <Group title="Price">
        {facets.price ? (
          <PriceHistogram price={facets.price} filters={filters} />
        ) : (
          <div className="h-15 border-b-3 border-line" />
        )}
        <div className="grid grid-cols-2 gap-2">
          {amount('priceMin', 'From', facets.price ? formatMoney(facets.price.min) : undefined)}
          {amount('priceMax', 'To', facets.price ? formatMoney(facets.price.max) : undefined)}
        </div>
      </Group>
      {category === undefined && (
        <Group title="Brand">
          <FacetChoices facet="brand" options={facets.brand} filters={filters} onChange={change} />
        </Group>
      )}
      {LISTS.map(([facet, title]) => (
        <Group key={facet} title={title}>
          <FacetChoices facet={facet} options={facets[facet]} filters={filters} onChange={change} />
        </Group>
      ))}
      <Group title="Model year">
        <div className="grid grid-cols-2 gap-2">
          {amount('yearMin', 'From', facets.year?.min.toString())}
          {amount('yearMax', 'To', facets.year?.max.toString())}
        </div>
      </Group>
      <Group title="Mileage">
        {amount('mileageMax', 'At most, in miles', showAmount('mileageMax', facets.mileage?.max.toString()))}
      </Group>
      <Group title="Place">
        <PlaceField value={filters.place} onChange={(place) => change({ ...filters, place })} />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card p-4.5">
      <legend className="float-left mb-3 w-full font-bold">{title}</legend>
      <div className="clear-both flex flex-col gap-4">{children}</div>
    </fieldset>
  )
}

function FilterSkeleton() {
  return (
    <Loading label="Loading filters" className="flex flex-col gap-4">
      {['h-48', 'h-44', 'h-56', 'h-72'].map((height) => (
        <Skeleton key={height} className={`${height} w-full rounded-card!`} />
      ))}
    </Loading>
  )
}
