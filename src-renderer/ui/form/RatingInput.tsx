import { useId, type Ref } from 'react'
import { getControlProps, FieldNotes } from './Field.tsx'
import { Stars } from '../controls/StarRating.tsx'
import '../controls/rating.css'

interface RatingInputProps {
  label: string
  error?: string | undefined
  value: number
  onChange: (value: number) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Renders a rating input with half-star steps. An invisible native range covers the stars, so that
 * arrow keys, touch, and screen readers work.
 */
export function RatingInput({ label, error, value, onChange, onBlur, name, ref }: RatingInputProps) {
  const id = useId()

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        <span className="rating">
          <Stars value={value} aria-hidden="true" />
          <input
            {...getControlProps(id, { error })}
            ref={ref}
            name={name}
            type="range"
            min={0}
            max={5}
            step={0.5}
            value={value}
            aria-valuetext={`${value} of 5 stars`}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            onBlur={onBlur}
          />
        </span>
        <output htmlFor={id} className="text-small font-semibold tabular-nums text-muted" aria-hidden="true">
          {value} of 5
        </output>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}
