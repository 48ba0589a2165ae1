import type { ComponentProps, ReactNode } from 'react'
import { Fieldset, type FieldTexts } from './Field.tsx'
import { toOption, type Option } from './Select.tsx'
import { cx } from '../cx.ts'
import { NativeInput } from '../controls/native-controls.ts'

export interface RadioOption extends Option {
  /** Additional text below the label. */
  details?: ReactNode
}

export interface RadioGroupProps
  extends FieldTexts, Omit<ComponentProps<'input'>, keyof FieldTexts | 'type' | 'value'> {
  options: readonly (RadioOption | string)[]
}

/**
 * Renders native radio buttons as cards in a row. Spread `register('name')` into it, or pass `name`
 * and `onChange`.
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
  const choices = options.map(toRadioOption)
  const hasDetails = choices.some(({ details }) => details !== undefined)
  return (
    <Fieldset {...{ label, hint, error, optional, className }}>
      {() => (
        <div
          className={cx(
            'gap-2',
            hasDetails ? 'grid sm:grid-cols-2' : 'flex flex-wrap wrap-normal *:flex-[1_1_112px]',
          )}
        >
          {choices.map(({ value, label: text, details, disabled }) => (
            <label key={value} className="choice" data-card="">
              <NativeInput
                {...input}
                type="radio"
                className="radio"
                value={value}
                defaultChecked={value === defaultValue}
                disabled={disabled || input.disabled}
              />
              <span className={cx('flex min-w-0 flex-col gap-1', hasDetails && 'font-semibold')}>
                {text}
                {details}
              </span>
            </label>
          ))}
        </div>
      )}
    </Fieldset>
  )
}

function toRadioOption(option: RadioOption | string): RadioOption {
  return typeof option === 'string' ? toOption(option) : option
}
