import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useMe } from './session/use-session.ts'
import { menuFor, ourMenuFor, type MenuItem } from './side-menu.ts'

export function SideMenu() {
  const me = useMe()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)

  // On a narrow screen the menu is a row, and the page one is on may be beside it.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(pathname)}"]`)
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - 16
  }, [pathname])

  return (
    <nav ref={nav} aria-label="Dashboard" className="side-menu no-print">
      {menuFor(me).map((item) => (
        <SideLink key={item.to} {...item} />
      ))}
      <span aria-hidden="true" className="side-separator" />
      {ourMenuFor(me).map((item) => (
        <SideLink key={item.to} {...item} />
      ))}
    </nav>
  )
}

function SideLink({ label, to, icon: Icon }: MenuItem) {
  return (
    <NavLink to={to} end className="side-link">
      <Icon aria-hidden="true" />
      {label}
    </NavLink>
  )
}
