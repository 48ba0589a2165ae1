import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { DialogProps } from './Dialog.tsx'
import { IconButton } from './Button.tsx'

/** What `Dialog` loads. */
export function DialogPopup({ isOpen, onClose, title, description, size = 'normal', children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup className="dialog" data-size={size}>
            <div className="dialog-head">
              <Base.Title className="dialog-title">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" />}>
                <X />
              </Base.Close>
            </div>
            <div className="dialog-body">
              {description && <Base.Description className="mb-4 text-muted">{description}</Base.Description>}
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
