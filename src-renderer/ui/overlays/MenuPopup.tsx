import { Menu as Base } from '@base-ui/react/menu'
import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import './overlays.css'

export type MenuEntry =
  | 'separator'
  | {
      label: ReactNode
      icon?: ReactNode
      /** Goes there, as a link, with this state. */
      to?: string
      state?: object
      onSelect?: () => void
      tone?: 'danger'
      isDisabled?: boolean
    }

export interface MenuProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The button's accessible name: 'Actions for BMW 118i'. */
  label: string
  /** What the button shows. */
  children: ReactNode
  entries: readonly (MenuEntry | false | null | undefined)[]
  /** Above the entries: who is signed in, for instance. */
  heading?: ReactNode
  align?: 'start' | 'center' | 'end'
}

interface MenuPopupProps extends Pick<MenuProps, 'label' | 'entries' | 'heading' | 'align'> {
  anchor: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  /** Then the first entry gets the focus at once. */
  isByKeyboard: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** What `Menu` loads: the list at its button. */
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
    // The button answers for itself: closing here as well would let its click open the menu again.
    if (!open && details.reason === 'outside-press' && isOnButton) return details.cancel()
    onOpenChange(open)
    // While the menu fades, the next key is for what had the focus before it.
    if (details.reason === 'escape-key' || details.reason === 'item-press') {
      const place = returnFocus()
      if (place) place.focus({ preventScroll: true })
    }
  }

  function handleOpenComplete(open: boolean) {
    if (open && isByKeyboard) popup.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }

  /**
   * To the button, or to the row that it is in, whose keys go on; unless a choice has opened something that has the focus
   * by now, such as a dialog.
   */
  function returnFocus() {
    const { activeElement, body } = document
    const isFree = activeElement === body || popup.current?.contains(activeElement)
    const row = anchor.current?.closest<HTMLElement>('[role="row"][tabindex="0"]')
    return isFree ? (row ?? anchor.current) : false
  }

  // Inside the landmark of its button, where assistive tools expect it. Without one, in the body: null would wait for one.
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
          // A list that others change moves its rows; what somebody is about to press stays where it is.
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
