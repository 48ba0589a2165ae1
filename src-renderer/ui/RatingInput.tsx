import { useId } from 'react'
import { starFill } from './StarRating.tsx'

interface RatingInputProps {
  label: string
  value: number
  onChange: (value: number) => void
  onBlur?: () => void
  name?: string
}

/** Five stars in halves: a native range lies unseen over the picture, so arrows, touch and screen readers work. */
export function RatingInput({ label, value, onChange, onBlur, name }: RatingInputProps) {
  const id = useId()

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        <span className="rating">
          <span className="stars" data-size="large" style={starFill(value)} aria-hidden="true" />
          <input
            id={id}
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
    </div>
  )
}
