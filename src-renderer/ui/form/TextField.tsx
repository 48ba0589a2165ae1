import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'
import { NativeInput, NativeTextArea } from '../controls/native-controls.ts'

/** All props of an input. Spread react-hook-form's `register('name')` into them. */
export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, keyof FieldTexts>

export function TextField({ label, hint, error, optional, className, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => <NativeInput type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

export type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, keyof FieldTexts>

export function TextArea({ label, hint, error, optional, className, id, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => <NativeTextArea spellCheck {...textarea} {...control} className="input" />}
    </Field>
  )
}
