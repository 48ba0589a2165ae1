import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { IconButton } from '../../ui/controls/Button.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'

/** Long enough for the next letter of a word. */
const PAUSE = 350

interface SearchFieldProps {
  value: string
  /** `isTyping`: it goes on with the word that was searched for last. */
  onSearch: (words: string, isTyping: boolean) => void
  /** The words were entered, after they were searched for. */
  onEnter: (words: string) => void
}

/** Searches in a pause of typing. One word, however it was typed, is one step in the history. */
export function SearchField({ value, onSearch, onEnter }: SearchFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const isTyping = useRef(false)
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  // Each visit has a state of its own, so that asking again focuses again.
  const state = useLocation().state as { focus?: string } | null

  // Back, a chip removed: not what was sent from here, which may be behind what is typed.
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // After the page has put the focus to its start.
    if (state?.focus !== 'search') return
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [state])

  function search(text: string) {
    clearTimeout(timer.current)
    const words = text.trim()
    if (words === value) return
    setSent(words)
    onSearch(words, isTyping.current)
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
