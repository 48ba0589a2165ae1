import type { ComponentProps } from 'react'
import { Fieldset, type FieldTexts } from './Field.tsx'
import { toOption, type Option } from './Select.tsx'
import { NativeInput } from './native-controls.ts'

export interface RadioGroupProps
  extends FieldTexts, Omit<ComponentProps<'input'>, keyof FieldTexts | 'type' | 'value'> {
  options: readonly (Option | string)[]
}

/**
 * Native radios as cards in a row. Spread `register('name')` into it, or pass `name` and `onChange`. `defaultValue` is
 * chosen at first.
 */
export function RadioGroup({
  label,
  hint,
  error,
  optional,
  className,
  options,
  defaultValue,
  ...input
}: RadioGroupProps) {
  return (
    <Fieldset {...{ label, hint, error, optional, className }}>
      {() => (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-2">
          {options.map(toOption).map(({ value, label: text, disabled }) => (
            <label key={value} className="choice" data-card="">
              <NativeInput
                {...input}
                type="radio"
                className="radio"
                value={value}
                defaultChecked={value === defaultValue}
                disabled={disabled || input.disabled}
              />
              {text}
            </label>
          ))}
        </div>
      )}
    </Fieldset>
  )
}
