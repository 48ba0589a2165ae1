import { Menu as Base } from '@base-ui/react/menu'
import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import './overlays.css'

export type MenuEntry =
  | 'separator'
  | {
      label: ReactNode
      icon?: ReactNode
      to?: string
      state?: object
      onSelect?: () => void
      tone?: 'danger'
      isDisabled?: boolean
    }

export interface MenuProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The button's accessible name: 'Actions for BMW 118i'. */
  label: string
  /** The button's visible content. */
  children: ReactNode
  entries: readonly (MenuEntry | false | null | undefined)[]
  /** The content above the entries, such as the signed-in user. */
  heading?: ReactNode
  align?: 'start' | 'center' | 'end'
}

interface MenuPopupProps extends Pick<MenuProps, 'label' | 'entries' | 'heading' | 'align'> {
  anchor: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  /** True if the menu was opened by keyboard. The first entry then gets the focus. */
  isByKeyboard: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function MenuPopup({
  label,
  entries,
  heading,
  align,
  anchor,
  isOpen,
  isByKeyboard,
  onOpenChange,
}: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  function handleOpenChange(open: boolean, details: Base.Root.ChangeEventDetails) {
    const isOnButton = details.event.target instanceof Node && anchor.current?.contains(details.event.target)
    // The button handles its own clicks. If this press closed the menu, the click would reopen it.
    if (!open && details.reason === 'outside-press' && isOnButton) return details.cancel()
    onOpenChange(open)
    // The focus returns before the menu has faded out, so that the next key press reaches the
    // previously focused element.
    if (details.reason === 'escape-key' || details.reason === 'item-press') {
      const focusTarget = returnFocus()
      if (focusTarget) focusTarget.focus({ preventScroll: true })
    }
  }

  function handleOpenComplete(open: boolean) {
    if (open && isByKeyboard) popup.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }

  /**
   * Returns the element that gets the focus: the button, or the focusable row around it, whose keys
   * then keep working. Returns false if the chosen entry has opened something that already has the
   * focus, such as a dialog.
   */
  function returnFocus() {
    const { activeElement, body } = document
    const isFree = activeElement === body || popup.current?.contains(activeElement)
    const row = anchor.current?.closest<HTMLElement>('[role="row"][tabindex="0"]')
    return isFree ? (row ?? anchor.current) : false
  }

  // The menu is rendered inside its button's landmark, where assistive technologies expect it.
  // Outside any landmark, it goes into the body. That takes undefined: with null, the portal would
  // wait for a container.
  const landmark = anchor.current?.closest<HTMLElement>('header, main, aside, footer') ?? undefined

  return (
    <Base.Root open={isOpen} onOpenChange={handleOpenChange} onOpenChangeComplete={handleOpenComplete}>
      <Base.Portal container={landmark}>
        <Base.Positioner
          className="menu-positioner"
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={6}
          // Other users' changes may move the list's rows. The entry under the pointer must not
          // move with them.
          disableAnchorTracking
        >
          <Base.Popup
            ref={popup}
            className="menu"
            aria-label={label}
            aria-labelledby={undefined}
            finalFocus={returnFocus}
          >
            {heading}
            {entries.map((entry, index) => entry && <Entry key={index} entry={entry} />)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <Base.Separator className="menu-separator" />

  const { label, icon, to, state, onSelect, tone, isDisabled } = entry
  return (
    <Base.Item
      className="menu-item"
      data-tone={tone}
      disabled={isDisabled}
      onClick={onSelect}
      {...(to === undefined ? {} : { render: <Link to={to} state={state} /> })}
    >
      {icon}
      {label}
    </Base.Item>
  )
}
