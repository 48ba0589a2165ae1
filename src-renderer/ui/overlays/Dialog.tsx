import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { DialogProps } from './DialogPopup.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { LoadingBar } from '../controls/LoadingBar.tsx'

const DialogPopup = lazyPart(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup), 'toast')

/** A dialog over the page. Its code loads when one first opens. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  const opener = useRef<Element>(null)
  // Before the dialog takes the focus, which may be once its code has loaded.
  useLayoutEffect(() => {
    if (props.isOpen) opener.current = document.activeElement
  }, [props.isOpen])

  return wasOpen ? (
    <Suspense fallback={<LoadingBar />}>
      <DialogPopup opener={opener} {...props} />
    </Suspense>
  ) : null
}

/** The row of buttons at a dialog's foot, the main one last. Reaches the dialog's edges. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
