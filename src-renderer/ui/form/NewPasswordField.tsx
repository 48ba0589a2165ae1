import { strings } from '../../../contract/strings.ts'
import { PasswordField } from './PasswordField.tsx'
import type { TextFieldProps } from './TextField.tsx'

/** Renders a new-password field, with the requirements as a hint. */
export function NewPasswordField(props: Omit<TextFieldProps, 'hint' | 'autoComplete'>) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={
        <>
          {strings.register.passwordTip}
          <br />
          6–15 characters, with an uppercase letter, a lowercase letter, and a number.
        </>
      }
      {...props}
    />
  )
}
