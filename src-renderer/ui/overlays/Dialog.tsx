import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { DialogProps } from './DialogPopup.tsx'
import { createLazyPart } from '../lazy-part.tsx'
import { LoadingBar } from '../controls/LoadingBar.tsx'

const DialogPopup = createLazyPart(
  () => import('./DialogPopup.tsx').then((module) => module.DialogPopup),
  'toast',
)

/** Renders a dialog. Its code loads when a dialog first opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  const opener = useRef<Element>(null)
  // The opener is recorded now. The dialog takes the focus only once its code has loaded.
  useLayoutEffect(() => {
    if (props.isOpen) opener.current = document.activeElement
  }, [props.isOpen])

  return wasOpen ? (
    <Suspense fallback={<LoadingBar />}>
      <DialogPopup opener={opener} {...props} />
    </Suspense>
  ) : null
}

/** Renders the buttons at the bottom of a dialog, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
