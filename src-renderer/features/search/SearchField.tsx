import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { IconButton } from '../../ui/controls/Button.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'

/** The debounce delay in milliseconds, long enough to type another letter. */
const PAUSE = 350

interface SearchFieldProps {
  value: string
  /** Called with the query. `isTyping` is true if the user is still typing since the last search. */
  onSearch: (query: string, isTyping: boolean) => void
  onEnter: (query: string) => void
}

/** Searches when the user pauses typing. Each burst of typing adds one entry to the browser history. */
export function SearchField({ value, onSearch, onEnter }: SearchFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const isTyping = useRef(false)
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [sent, setSent] = useState(value)
  // Each navigation has its own state object, so a repeated request focuses the field again.
  const state = useLocation().state as { focus?: string } | null

  // The value changed elsewhere, such as by Back or a removed chip. A value that this field sent may lag
  // behind the typed text and must not replace it.
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== sent) setTyped(value)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Waits for the next frame, because the page first moves the focus to its start.
    if (state?.focus !== 'search') return
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [state])

  function search(text: string) {
    clearTimeout(timer.current)
    const query = text.trim()
    if (query === value) return
    setSent(query)
    onSearch(query, isTyping.current)
    isTyping.current = true
  }

  function finish() {
    search(typed)
    isTyping.current = false
  }

  return (
    <form
      role="search"
      aria-label="Cars"
      className="relative w-full lg:w-80"
      onSubmit={(event) => {
        event.preventDefault()
        finish()
        if (typed.trim() !== '') onEnter(typed.trim())
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search cars
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
      />
      <NativeInput
        ref={field}
        id={id}
        className="input rounded-full! px-11!"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Search make, model, or city"
        value={typed}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(text), PAUSE)
        }}
        onBlur={finish}
      />
      {typed !== '' && (
        <IconButton
          label="Clear the search"
          className="absolute! top-0 right-0 rounded-full!"
          onClick={() => {
            setTyped('')
            isTyping.current = false
            search('')
            isTyping.current = false
            field.current?.focus()
          }}
        >
          <X />
        </IconButton>
      )}
    </form>
  )
}
