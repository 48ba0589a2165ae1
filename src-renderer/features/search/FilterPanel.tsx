import { ChevronDown } from 'lucide-react'
import { useState, useId, type ReactNode } from 'react'
import { choiceFacts, type FacetChoice } from '../../../contract/cars/car-choices.ts'
import { facetChoices } from '../../../contract/cars/car-facets.ts'
import { facetNumbers, numberFacts, rangeNumbers, ranges } from '../../../contract/cars/car-numbers.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { FacetChoices } from './FacetChoices.tsx'
import { MileageFields } from './MileageFields.tsx'
import { NearFields } from './NearFields.tsx'
import { PriceRange } from './PriceRange.tsx'
import { RangeFields, type Found } from './RangeFields.tsx'
import type { Filters } from './search-filters.ts'
import { listUncountedFacets } from './uncounted-facets.ts'
import type { CarSearch } from './use-search.ts'

/** The initially expanded facets, which most users choose. */
const OPEN: readonly FacetChoice[] = ['fuel', 'body']

/** Shows all filters, with the number of cars per choice. A category page fixes the make. */
export function FilterPanel({ search }: { search: CarSearch }) {
  const { facetsError, filters, category } = search
  const hasFailed = facetsError !== undefined || search.cars.isError
  const facets = search.facets ?? (hasFailed ? listUncountedFacets(filters) : null)
  if (!facets) return <FilterSkeleton />

  const nearError = toProblem(search.cars.error).errors?.find(({ path }) => path === 'near')?.message
  const change = (next: Filters, isTyping = false) => search.setFilters(next, { replace: isTyping })

  return (
    <div className="flex flex-col gap-4">
      {/* If the list also failed to load, its own error message is enough. */}
      {!search.facets && !search.cars.isError && <CountsMissing onRetry={search.retry} />}
      <FilterGroup title="Price">
        {facets.price && facets.price.buckets.length > 1 && (
          <PriceRange price={facets.price} filters={filters} onChange={change} />
        )}
        <RangeFields range="price" found={inDollars(facets.price)} filters={filters} onChange={change} />
      </FilterGroup>
      <FilterGroup title="Distance">
        <NearFields
          filters={filters}
          error={nearError}
          isAccepted={search.cars.currentData !== undefined}
          onChange={change}
        />
      </FilterGroup>
      {facets.label.length > 0 && (
        <FilterGroup title="Price compared" isOpenAtFirst={Boolean(filters.label)}>
          <FacetChoices facet="label" options={facets.label} filters={filters} onChange={change} />
        </FilterGroup>
      )}
      {category === undefined && facets.brand.length > 0 && (
        <FilterGroup title="Make">
          <FacetChoices facet="brand" options={facets.brand} filters={filters} onChange={change} />
        </FilterGroup>
      )}
      {facets.model.length > 0 && (
        <FilterGroup title="Model">
          <FacetChoices facet="model" options={facets.model} filters={filters} onChange={change} />
        </FilterGroup>
      )}
      {rangeNumbers.map((name) => (
        <FilterGroup key={name} title={ranges[name].title}>
          {name === 'mileage' ? (
            <MileageFields found={facets[name]} filters={filters} onChange={change} />
          ) : (
            <RangeFields range={name} found={facets[name]} filters={filters} onChange={change} />
          )}
        </FilterGroup>
      ))}
      {facetChoices
        .filter((name) => facets[name].length > 0)
        .map((name) => (
          <FilterGroup
            key={name}
            title={choiceFacts[name].label}
            isOpenAtFirst={OPEN.includes(name) || Boolean(filters[name])}
          >
            <FacetChoices facet={name} options={facets[name]} filters={filters} onChange={change} />
          </FilterGroup>
        ))}
      {facetNumbers
        .filter((name) => facets[name].length > 0)
        .map((name) => (
          <FilterGroup key={name} title={numberFacts[name].label} isOpenAtFirst={Boolean(filters[name])}>
            <FacetChoices facet={name} options={facets[name]} filters={filters} onChange={change} />
          </FilterGroup>
        ))}
      <FilterGroup title="Location" isOpenAtFirst={Boolean(filters.place)}>
        <PlaceField value={filters.place} onChange={(place) => change({ ...filters, place })} />
      </FilterGroup>
    </div>
  )
}

function inDollars(price: Found): Found {
  return price && { min: price.min / 100, max: price.max / 100 }
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

interface PlaceFieldProps {
  value: string | undefined
  onChange: (place: string) => void
}

/** Edits the location filter, which applies when the user leaves the field or presses Enter. */
function PlaceField({ value = '', onChange }: PlaceFieldProps) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setTyped(value)
  }

  function commit() {
    if (typed.trim() !== value) onChange(typed.trim())
  }

  return (
    <TextField
      label="City or state"
      value={typed}
      placeholder="Seattle"
      maxLength={120}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

interface FilterGroupProps {
  title: string
  /** True to expand the group initially. A group with an active filter always is. */
  isOpenAtFirst?: boolean
  children: ReactNode
}

function FilterGroup({ title, isOpenAtFirst = true, children }: FilterGroupProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <fieldset className="card">
      <legend className="float-left w-full">
        <NativeButton
          type="button"
          className="filter-group-head"
          aria-expanded={isOpen}
          data-open={isOpen || undefined}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <ChevronDown aria-hidden="true" />
        </NativeButton>
      </legend>
      <div id={id} hidden={!isOpen} className="clear-both px-4.5 pb-4.5">
        <div className="flex flex-col gap-4">{children}</div>
      </div>
    </fieldset>
  )
}
