import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../controls/Button.tsx'
import { Field } from './Field.tsx'
import type { TextFieldProps } from './TextField.tsx'
import { NativeInput } from '../controls/native-controls.ts'

/**
 * Renders a password field with a button that reveals the password. The button's name does not
 * contain the field's name, which must be unique.
 */
export function PasswordField({ label, hint, error, optional, className, id, ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false)

  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <div className="input-inside-end">
          <NativeInput
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className="input"
          />
          <IconButton
            label={isShown ? 'Hide what is typed' : 'Show what is typed'}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
