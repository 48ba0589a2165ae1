import { useState } from 'react'
import type { CarChange } from '../../../contract/car-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { useMileageUnit } from '../../ui/mileage-unit.ts'
import { fieldLabel, valueText } from './change-text.ts'
import type { UnitChange } from './mileage-units.ts'
import { PhotoChange } from './PhotoChange.tsx'

/** A text that is longer is cut, until it is asked for. */
const LONG = 160

interface FieldChangeProps {
  change: Pick<CarChange, 'field' | 'before' | 'after'>
  /** In which unit a mileage stood, and stands. */
  units: UnitChange
}

/** A field with what it was, struck out, and what it became. */
export function FieldChange({ change: { field, before, after }, units }: FieldChangeProps) {
  const shown = useMileageUnit()
  const text = (when: 'before' | 'after', value: CarChange['before']) =>
    valueText(field, value, { unit: units[when], shown })
  return (
    <div className="flex gap-x-3 max-sm:flex-col max-sm:gap-0">
      <dt className="flex-none text-muted sm:w-28">{fieldLabel(field)}</dt>
      <dd className="min-w-0 flex-1">
        {Array.isArray(before) || Array.isArray(after) ? (
          <PhotoChange before={photosOf(before)} after={photosOf(after)} />
        ) : (
          <TextChange field={field} before={text('before', before)} after={text('after', after)} />
        )}
      </dd>
    </div>
  )
}

function photosOf(value: CarChange['before']): readonly string[] {
  return Array.isArray(value) ? value : []
}

interface TextChangeProps {
  field: string
  before: string
  after: string
}

function TextChange(texts: TextChangeProps) {
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

/** Cut, and one below the other. */
function LongChange({ field, before, after }: TextChangeProps) {
  const [isWhole, setWhole] = useState(false)
  const cut = (text: string) => (isWhole || text.length <= LONG ? text : `${text.slice(0, LONG)}…`)
  const deed = isWhole ? 'Show less' : 'Show all'

  return (
    <>
      <p className="whitespace-pre-line">
        <Before text={cut(before)} />
      </p>
      <p className="mt-1 whitespace-pre-line">
        <After text={cut(after)} />
      </p>
      <Button
        variant="ghost"
        size="small"
        aria-expanded={isWhole}
        aria-label={`${deed} of the ${fieldLabel(field).toLowerCase()}`}
        onClick={() => setWhole(!isWhole)}
      >
        {deed}
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
