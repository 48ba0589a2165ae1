import { skipToken } from '@reduxjs/toolkit/query'
import { useListModelsQuery } from './models.api.ts'

/** What a field of models offers once the make is chosen; anything else can be typed, too. */
export function ModelSuggestions({ id, make }: { id: string; make: string }) {
  const { currentData: models = [] } = useListModelsQuery(
    make === '' ? skipToken : { query: { category_name: make } },
  )
  return (
    <datalist id={id}>
      {models.map(({ model }) => (
        <option key={model} value={model}>
          {model}
        </option>
      ))}
    </datalist>
  )
}
