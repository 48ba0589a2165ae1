import { useState } from 'react'
import { Button } from './Button.tsx'

/** Maximum length of a text that is not truncated. */
const LONG = 160

interface TextChangeProps {
  /** The changed field: 'Price'. */
  label: string
  before: string
  after: string
}

export function TextChange(texts: TextChangeProps) {
  const { before, after } = texts
  return before.length > LONG || after.length > LONG ? <LongChange {...texts} /> : <ShortChange {...texts} />
}

function ShortChange({ before, after }: TextChangeProps) {
  return (
    <p>
      <Before text={before} />
      <span aria-hidden="true"> → </span>
      <After text={after} />
    </p>
  )
}

/** Shows both values truncated, one below the other. */
function LongChange({ label, before, after }: TextChangeProps) {
  const [isExpanded, setExpanded] = useState(false)
  const truncate = (text: string) => (isExpanded || text.length <= LONG ? text : `${text.slice(0, LONG)}…`)
  const toggleLabel = isExpanded ? 'Show less' : 'Show all'

  return (
    <>
      <p className="whitespace-pre-line">
        <Before text={truncate(before)} />
      </p>
      <p className="mt-1 whitespace-pre-line">
        <After text={truncate(after)} />
      </p>
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isExpanded}
        aria-label={`${toggleLabel} of the ${label.toLowerCase()}`}
        onClick={() => setExpanded(!isExpanded)}
      >
        {toggleLabel}
      </Button>
    </>
  )
}

function Before({ text }: { text: string }) {
  return (
    <>
      <span className="sr-only">Before: </span>
      {text ? <del className="text-muted">{text}</del> : <span className="text-muted">Empty</span>}
    </>
  )
}

function After({ text }: { text: string }) {
  return (
    <>
      <span className="sr-only">Now: </span>
      {text ? <span className="font-medium">{text}</span> : <span className="text-muted">Empty</span>}
    </>
  )
}
