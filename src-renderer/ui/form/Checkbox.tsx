import { useEffect, useId, useRef, type ComponentProps } from 'react'
import { getControlProps, FieldNotes, type FieldTexts } from './Field.tsx'
import { cx } from '../cx.ts'
import { NativeInput } from '../controls/native-controls.ts'

export interface CheckboxProps
  extends Omit<FieldTexts, 'optional'>, Omit<ComponentProps<'input'>, keyof FieldTexts | 'type'> {}

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId()
  const control = getControlProps(id, { hint, error })

  return (
    <div className={cx('field', className)}>
      <label className="choice">
        <NativeInput {...input} {...control} type="checkbox" className="check" />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export interface BareCheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** The accessible name: 'Select BMW 118i'. No visible text names the checkbox. */
  label: string
  isIndeterminate?: boolean
}

export function BareCheckbox({ label, isIndeterminate = false, className, ...input }: BareCheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  // The DOM has this state only as a property, not as an attribute.
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate
  }, [isIndeterminate])

  return (
    <NativeInput {...input} ref={ref} type="checkbox" aria-label={label} className={cx('check', className)} />
  )
}
