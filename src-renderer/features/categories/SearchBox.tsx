import { Search } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { useListCategoriesQuery } from './categories.api.ts'

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price', label: 'Lowest price first' },
  { value: 'mileage', label: 'Lowest mileage first' },
  { value: '-year', label: 'Newest model year first' },
]

/** Leads to /search with what was chosen in its address. */
export function SearchBox() {
  const navigate = useNavigate()
  const { data: categories } = useListCategoriesQuery()
  const [category, setCategory] = useState('')
  const [sort, setSort] = useState('newest')
  const brands = categories?.map(({ category_name }) => category_name) ?? []

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    const search = new URLSearchParams({ sort })
    if (category) search.set('category', category)
    void navigate(`/search?${search}`)
  }

  return (
    <form role="search" aria-label="Cars" className="search-box" onSubmit={handleSubmit}>
      <Select
        label="Brand"
        value={category}
        onChange={(event) => setCategory(event.target.value)}
        placeholder="Any brand"
        options={brands}
        className="flex-1"
      />
      <Select
        label="Order"
        value={sort}
        onChange={(event) => setSort(event.target.value)}
        options={ORDERS}
        className="flex-1"
      />
      <Button type="submit">
        <Search aria-hidden="true" />
        Search cars
      </Button>
    </form>
  )
}
