import type { KeyboardEvent } from 'react'
import { strings } from '../../../contract/strings.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type EmailFieldProps = Omit<TextFieldProps, 'type' | 'onChange' | 'onKeyDown'> & {
  /** Called for what is typed, and once more where leaving the field has tidied that. */
  onChange?: (event: { type: string; target: HTMLInputElement }) => unknown
}

/**
 * An email address. Capitals and spaces are tidied in sight, when the field is left or Enter sends the form: an address
 * has one form, and the server takes no other.
 */
export function EmailField({ hint, onChange, onBlur, ...field }: EmailFieldProps) {
  function tidy(event: { type: string; currentTarget: HTMLInputElement }) {
    const target = event.currentTarget
    const tidied = tidyEmail(target.value)
    if (tidied === target.value) return
    target.value = tidied
    onChange?.({ type: event.type, target })
  }

  return (
    <TextField
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      hint={field.error === strings.register.emailInvalid ? 'Use an address like name@example.com.' : hint}
      onChange={onChange}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => event.key === 'Enter' && tidy(event)}
      onBlur={(event) => {
        tidy(event)
        onBlur?.(event)
      }}
    />
  )
}

/** Without what a keyboard or a clipboard adds: ASCII capitals, and spaces around it. Anything else is left to be refused. */
export function tidyEmail(typed: string): string {
  return typed
    .replace(/^[ \t]+/, '')
    .replace(/(?<![ \t])[ \t]+$/, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
