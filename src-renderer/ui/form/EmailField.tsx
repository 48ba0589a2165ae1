import type { KeyboardEvent } from 'react'
import { strings } from '../../../contract/strings.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type EmailFieldProps = Omit<TextFieldProps, 'type' | 'onChange' | 'onKeyDown'> & {
  /** Called on input, and again on blur or Enter if that changes the address. */
  onChange?: (event: { type: string; target: HTMLInputElement }) => unknown
}

/**
 * Renders a field for an email address. On blur or Enter, it lowercases capitals and trims spaces
 * visibly. An address has one canonical form, and the server accepts no other.
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

/**
 * Lowercases ASCII capitals, and trims spaces and tabs that keyboards and clipboards add.
 * Validation rejects everything else.
 */
export function tidyEmail(typed: string): string {
  return typed
    .replace(/^[ \t]+/, '')
    .replace(/(?<![ \t])[ \t]+$/, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
