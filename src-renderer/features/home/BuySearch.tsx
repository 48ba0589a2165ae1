import { Search } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { typingState } from '../../ui/typing-state.ts'
import { useListCategoriesQuery } from '../categories/categories.api.ts'

const PRICES = [10, 15, 20, 25, 30, 40, 50, 75, 100].map((thousands) => ({
  value: `${thousands}000`,
  label: `$${thousands},000`,
}))

/** Opens the search page with the user's input in the URL. */
export function BuySearch() {
  const navigate = useNavigate()
  const { data: categories } = useListCategoriesQuery()
  const [inputs, setInputs] = useState({ brand: '', q: '', priceMax: '' })
  const bindInput = (key: keyof typeof inputs) => ({
    value: inputs[key],
    onChange: ({ target }: { target: { value: string } }) => setInputs({ ...inputs, [key]: target.value }),
  })

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    const filledInputs = Object.entries(inputs).filter(([, value]) => value.trim())
    const search = new URLSearchParams(filledInputs.map(([key, value]) => [key, value.trim()]))
    void navigate({ pathname: pages.search.path, search: search.toString() }, { state: typingState })
  }

  return (
    <form role="search" aria-label="Cars" className="buy-search" onSubmit={handleSubmit}>
      <Select
        {...bindInput('brand')}
        label="Make"
        placeholder="Any make"
        options={categories?.map(({ category_name }) => category_name) ?? []}
        className="max-sm:hidden"
      />
      <TextField
        {...bindInput('q')}
        label="Model or city"
        placeholder="Try “Model 3 Seattle”"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
      />
      <Select
        {...bindInput('priceMax')}
        label="Max price"
        placeholder="Any price"
        options={PRICES}
        className="max-sm:hidden"
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
