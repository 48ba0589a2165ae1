import { useState } from 'react'
import { figure } from '../../../contract/figure.ts'
import type { ImportValue } from '../../../contract/imports.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { fieldName } from './import-words.ts'

/**
 * The number of values to show at first and to add with each click. It is limited, because each value has its
 * own list of choices.
 */
export const PAGE_SIZE = 50

interface FoundValues {
  words: string
  find: (words: string) => void
  shown: ImportValue[]
  /** The number of values that contain the search terms. */
  count: number
  showMore: () => void
}

/** Finds the values that contain the search terms, and shows them a page at a time. */
export function useFoundValues(values: readonly ImportValue[]): FoundValues {
  const [words, setWords] = useState('')
  const [end, setEnd] = useState(PAGE_SIZE)
  const wanted = words.toLowerCase().split(/\s+/)
  const found = values.filter((value) => wanted.every((word) => wordsOf(value).includes(word)))
  return {
    words,
    find(next) {
      setWords(next)
      setEnd(PAGE_SIZE)
    },
    shown: found.slice(0, end),
    count: found.length,
    showMore: () => setEnd(end + PAGE_SIZE),
  }
}

function wordsOf({ field, value, becomes }: ImportValue): string {
  return `${fieldName(field)} ${value} ${becomes ?? ''}`.toLowerCase()
}

export function FindValue({ found: { words, find, count } }: { found: FoundValues }) {
  return (
    <>
      <TextField
        type="search"
        label="Find a value or column"
        className="max-w-80"
        autoComplete="off"
        value={words}
        onChange={({ target }) => find(target.value)}
      />
      <p role="status" className="sr-only">
        {words.trim() !== '' && `${figure(count)} found`}
      </p>
    </>
  )
}
