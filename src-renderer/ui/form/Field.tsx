import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface FieldTexts {
  label: ReactNode
  /** Help that is true before anything is typed. */
  hint?: ReactNode
  /** What is wrong, in the words of the form's schema. */
  error?: string | undefined
  /** Adds '(optional)' to the label. */
  optional?: boolean
  className?: string | undefined
}

/** What a control needs to be tied to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint and error below, all tied to the one control inside. */
export function Field({ id, label, hint, error, optional, className, children }: FieldProps) {
  const ownId = useId()
  const control = controlProps(id ?? ownId, { hint, error })

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

/** The same for a group of controls: the label names the group. */
export function Fieldset({ label, hint, error, optional, className, children }: FieldsetProps) {
  const id = useId()
  const control = controlProps(id, { hint, error })

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

/** The error stands in a live region that is there from the start, so that it is read out when it appears. */
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

export function controlProps(
  id: string,
  { hint, error }: Pick<FieldNotesProps, 'hint' | 'error'>,
): ControlProps {
  const described = cx(error && `${id}-error`, Boolean(hint) && `${id}-hint`)
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

function Optional() {
  return <span className="field-optional"> (optional)</span>
}
