import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type RefObject, useEffect, type FormEvent, type ReactNode } from 'react'
import { focusAfter } from '../table/current-row.ts'
import { IconButton } from '../controls/Button.tsx'
import { confirm } from './confirm.ts'
import './overlays.css'
import { leaveQuestion } from '../form/use-leave-warning.ts'

const typedIn = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** A line below the title, announced when the dialog opens. */
  description?: ReactNode
  size?: 'normal' | 'wide' | 'full'
  /**
   * The element with the initial focus: the first field, or the heading if a phone's keyboard would
   * cover the content.
   */
  focus?: 'field' | 'head'
  /**
   * Returns the element to focus after the dialog closes; by default, the opener or the current row
   * of the console's table.
   */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}

interface DialogPopupProps extends DialogProps {
  /** The element that had the focus before the dialog opened. */
  opener: RefObject<Element | null>
}

/** Renders the dialog; `Dialog` loads this component on demand. */
export function DialogPopup({
  isOpen,
  onClose,
  title,
  description,
  size = 'normal',
  focus = 'field',
  returnTo,
  opener,
  children,
}: DialogPopupProps) {
  const body = useRef<HTMLDivElement>(null)
  const { handleInput, canClose } = useTypedInput(isOpen)

  async function handleOpenChange(open: boolean) {
    if (!open && (await canClose())) onClose()
  }

  return (
    <Base.Root open={isOpen} onOpenChange={(open) => void handleOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            className="dialog"
            data-size={size}
            initialFocus={() => focus === 'head' || firstField(body.current)}
            finalFocus={returnTo ?? (() => focusAfter(opener.current))}
          >
            <div className="dialog-head">
              <Base.Title className="dialog-title">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" />}>
                <X />
              </Base.Close>
            </div>
            <div ref={body} className="dialog-body" onInput={handleInput}>
              {description && <Base.Description className="mb-4 text-muted">{description}</Base.Description>}
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Returns the first field to fill in. Without one, the dialog's default focus applies. */
function firstField(body: HTMLElement | null) {
  return body?.querySelector<HTMLElement>('input:not([readonly], :disabled), select, textarea') ?? true
}

/**
 * Asks for confirmation before a dialog discards typed input. Radio buttons and other choices don't
 * count: one click restores them.
 */
function useTypedInput(isOpen: boolean) {
  const isTyped = useRef(false)
  const isAsking = useRef(false)
  useEffect(() => {
    if (!isOpen) isTyped.current = false
  }, [isOpen])

  return {
    handleInput({ target }: FormEvent) {
      if (target instanceof Element && target.matches(typedIn) && target.closest('form'))
        isTyped.current = true
    },
    async canClose(): Promise<boolean> {
      if (!isTyped.current) return true
      if (isAsking.current) return false
      isAsking.current = true
      const canLeave = await confirm(leaveQuestion)
      isAsking.current = false
      return canLeave
    },
  }
}
