import { useState } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import type { ImportValue } from '../../../contract/imports.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { getImportFieldName } from './import-labels.ts'

/**
 * Number of values to show at first and to add per click. It is limited because each value has its own
 * list of choices.
 */
export const PAGE_SIZE = 50

interface FoundValues {
  searchText: string
  find: (searchText: string) => void
  shown: ImportValue[]
  count: number
  showMore: () => void
}

export function useFoundValues(values: readonly ImportValue[]): FoundValues {
  const [searchText, setWords] = useState('')
  const [end, setEnd] = useState(PAGE_SIZE)
  const searchTerms = searchText.toLowerCase().split(/\s+/)
  const matches = values.filter((value) => searchTerms.every((word) => buildSearchText(value).includes(word)))
  return {
    searchText,
    find(next) {
      setWords(next)
      setEnd(PAGE_SIZE)
    },
    shown: matches.slice(0, end),
    count: matches.length,
    showMore: () => setEnd(end + PAGE_SIZE),
  }
}

function buildSearchText({ field, value, becomes }: ImportValue): string {
  return `${getImportFieldName(field)} ${value} ${becomes ?? ''}`.toLowerCase()
}

export function FindValue({ matches: { searchText, find, count } }: { matches: FoundValues }) {
  return (
    <>
      <TextField
        type="search"
        label="Find a value or column"
        className="max-w-80"
        autoComplete="off"
        value={searchText}
        onChange={({ target }) => find(target.value)}
      />
      <p role="status" className="sr-only">
        {searchText.trim() !== '' && `${formatNumber(count)} found`}
      </p>
    </>
  )
}
