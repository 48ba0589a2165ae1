import { Button, type ButtonProps } from '../controls/Button.tsx'
import { DialogActions } from './Dialog.tsx'
import { Notice } from '../controls/Notice.tsx'

interface DialogFormEndProps extends Pick<ButtonProps, 'variant' | 'loading' | 'disabled' | 'children'> {
  /** Why it was not sent, where no field is at fault. */
  fault?: string | null | undefined
  onCancel: () => void
}

/** How a form in a dialog ends: what went wrong, Cancel, and the button that sends it, with `children` on it. */
export function DialogFormEnd({ fault, onCancel, ...submit }: DialogFormEndProps) {
  return (
    <>
      {fault && (
        <Notice tone="danger" isAlert>
          <p>{fault}</p>
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
