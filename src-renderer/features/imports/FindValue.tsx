import { useState } from 'react'
import { figure } from '../../../contract/figure.ts'
import type { ImportValue } from '../../../contract/imports.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { fieldName } from './import-words.ts'

/** So many at first, and more of them at a time: each has a list of its own to choose from. */
export const PAGE_SIZE = 50

interface FoundValues {
  words: string
  find: (words: string) => void
  shown: ImportValue[]
  /** Of those that have the words. */
  count: number
  showMore: () => void
}

/** Of many values those with some words, as far as they are shown. */
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
