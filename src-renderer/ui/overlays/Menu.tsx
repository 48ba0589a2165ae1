import { Suspense, useId, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import { createLazyPart } from '../lazy-part.tsx'
import { LoadingBar } from '../controls/LoadingBar.tsx'
import type { MenuProps } from './MenuPopup.tsx'
import { NativeButton } from '../controls/native-controls.ts'

const loadPopup = () => import('./MenuPopup.tsx').then((module) => module.MenuPopup)
const MenuPopup = createLazyPart(loadPopup, 'toast')
// A failed preload is ignored; opening the menu then shows the error.
const preload = () => void loadPopup().catch(() => undefined)

/** Renders a button with a menu, whose code loads on hover or focus. */
export function Menu({ label, children, entries, heading, align = 'end', className, ...button }: MenuProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)

  function open(byKeyboard: boolean) {
    setByKeyboard(byKeyboard)
    setWasOpen(true)
    setOpen(true)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(true)
  }

  return (
    <>
      <NativeButton
        type="button"
        {...button}
        ref={anchor}
        id={id}
        className={cx(className ?? 'icon-button')}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        // Clicks caused by Enter and Space have a `detail` of 0.
        onClick={(event) => (isOpen ? setOpen(false) : open(event.detail === 0))}
        onKeyDown={handleKeyDown}
      >
        {children}
      </NativeButton>
      {wasOpen && (
        <Suspense fallback={<LoadingBar />}>
          <MenuPopup
            {...{ label, entries, heading, align, anchor, isOpen, isByKeyboard }}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </>
  )
}
