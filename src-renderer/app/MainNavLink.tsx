import { Link, useLocation } from 'react-router-dom'
import type { MainLink } from './main-links.ts'

interface MainNavLinkProps {
  link: MainLink
  onClick?: () => void
}

/**
 * Renders a link that is marked as current on its own page. A query that changes the page, as for
 * registering as a seller, counts.
 */
export function MainNavLink({ link: { to, label }, onClick }: MainNavLinkProps) {
  const { pathname, search } = useLocation()
  const currentPath = to.includes('?') ? pathname + search : pathname
  return (
    <Link
      to={to}
      className="nav-link"
      aria-current={currentPath === to ? 'page' : undefined}
      onClick={onClick}
    >
      {label}
    </Link>
  )
}
