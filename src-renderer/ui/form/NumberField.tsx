import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { Field, type FieldTexts } from './Field.tsx'
import './form.css'

export interface NumberFieldProps extends FieldTexts {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  min?: number
  max?: number
  step?: number
  disabled?: boolean
  /** Formatting options, such as `{ useGrouping: false }` for a year. */
  format?: Intl.NumberFormatOptions
}

/**
 * Renders a field for a number that can be typed or stepped. The value is null while the field is
 * empty. It is designed for react-hook-form's `Controller`.
 */
export function NumberField({
  label,
  hint,
  error,
  optional,
  className,
  onChange,
  onBlur,
  ref,
  ...base
}: NumberFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {({ id, ...described }) => (
        <Base.Root
          {...base}
          id={id}
          locale="en-US"
          allowOutOfRange
          onValueChange={(value) => onChange(value)}
        >
          <Base.Group className="number">
            <Base.Input ref={ref} className="input" {...described} onBlur={onBlur} />
            <Base.Decrement aria-label="Less" tabIndex={-1}>
              <Minus />
            </Base.Decrement>
            <Base.Increment aria-label="More" tabIndex={-1}>
              <Plus />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  )
}
