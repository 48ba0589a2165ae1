import { Button, type ButtonProps } from '../controls/Button.tsx'
import { DialogActions } from './Dialog.tsx'
import { Notice } from '../controls/Notice.tsx'

interface DialogFormEndProps extends Pick<ButtonProps, 'variant' | 'loading' | 'disabled' | 'children'> {
  /** Why the form was not submitted, if no field is to blame. */
  errorMessage?: string | null | undefined
  onCancel: () => void
}

/**
 * Renders the end of a form in a dialog: the error, a Cancel button, and the submit button, labeled
 * with `children`.
 */
export function DialogFormEnd({ errorMessage, onCancel, ...submit }: DialogFormEndProps) {
  return (
    <>
      {errorMessage && (
        <Notice tone="danger" isAlert>
          <p>{errorMessage}</p>
        </Notice>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" {...submit} />
      </DialogActions>
    </>
  )
}
