import { Search } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useListCategoriesQuery } from './categories.api.ts'

/** Leads to /search with what was typed and chosen in its address. */
export function SearchBox() {
  const navigate = useNavigate()
  const { data: categories } = useListCategoriesQuery()
  const [words, setWords] = useState('')
  const [brand, setBrand] = useState('')
  const brands = categories?.map(({ category_name }) => category_name) ?? []

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    const search = new URLSearchParams()
    if (words.trim()) search.set('q', words.trim())
    if (brand) search.set('brand', brand)
    void navigate({ pathname: '/search', search: search.toString() })
  }

  return (
    <form role="search" aria-label="Cars" className="search-box" onSubmit={handleSubmit}>
      <TextField
        label="Model or place"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        placeholder="Model 3, Seattle"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        className="flex-1"
      />
      <Select
        label="Brand"
        value={brand}
        onChange={(event) => setBrand(event.target.value)}
        placeholder="Any brand"
        options={brands}
        className="flex-1"
      />
      <Button type="submit">
        <Search aria-hidden="true" />
        <span>
          Search<span className="max-sm:sr-only"> cars</span>
        </span>
      </Button>
    </form>
  )
}
