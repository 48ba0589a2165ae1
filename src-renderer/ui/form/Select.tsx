import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'
import { NativeSelect } from '../controls/native-controls.ts'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps
  extends FieldTexts, Omit<ComponentProps<'select'>, keyof FieldTexts | 'children'> {
  options: readonly (Option | string)[]
  placeholder?: string
}

/**
 * Renders the native select. Phones show it as a wheel, and every assistive technology supports it.
 */
export function Select({
  label,
  hint,
  error,
  optional,
  className,
  id,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <span className="select">
          <NativeSelect {...select} {...control} className="input">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(toOption).map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </NativeSelect>
        </span>
      )}
    </Field>
  )
}

export function toOption(option: Option | string): Option {
  return typeof option === 'string' ? { value: option, label: option } : option
}
