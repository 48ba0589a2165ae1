import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface FieldTexts {
  label: ReactNode
  /** Help text that the user should know before typing. */
  hint?: ReactNode
  /** The error message from the form's schema. */
  error?: string | undefined
  /** True if the label ends in '(optional)'. */
  optional?: boolean
  className?: string | undefined
}

export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/**
 * Renders a control with its label, hint, and error, and connects them for assistive technology.
 */
export function Field({ id, label, hint, error, optional, className, children }: FieldProps) {
  const ownId = useId()
  const control = getControlProps(id ?? ownId, { hint, error })

  return (
    <div className={cx('field', className)}>
      <label className="field-label" htmlFor={control.id}>
        {label}
        {optional && <Optional />}
      </label>
      {children(control)}
      <FieldNotes id={control.id} hint={hint} error={error} />
    </div>
  )
}

interface FieldsetProps extends FieldTexts {
  children: (control: ControlProps) => ReactNode
}

/** Renders a group of controls with a label, a hint, and an error. */
export function Fieldset({ label, hint, error, optional, className, children }: FieldsetProps) {
  const id = useId()
  const control = getControlProps(id, { hint, error })

  return (
    <fieldset className={cx('field', className)} aria-describedby={control['aria-describedby']}>
      <legend className="field-label">
        {label}
        {optional && <Optional />}
      </legend>
      {children(control)}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

interface FieldNotesProps {
  id: string
  hint?: ReactNode
  error?: string | undefined
}

/**
 * Renders the hint and the error. The error's live region is always present, so that screen readers
 * announce the error.
 */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

export function getControlProps(
  id: string,
  { hint, error }: Pick<FieldNotesProps, 'hint' | 'error'>,
): ControlProps {
  const described = cx(error && `${id}-error`, Boolean(hint) && `${id}-hint`)
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

function Optional() {
  return <span className="field-optional"> (optional)</span>
}
