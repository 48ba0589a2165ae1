import { Link, useLocation } from 'react-router-dom'
import type { MainLink } from './main-links.ts'

interface MainNavLinkProps {
  link: MainLink
  onClick?: () => void
}

/**
 * Shows a link that is marked as current on its own page. A page that is selected by the URL's query, such as
 * registering as a seller, counts as a separate page.
 */
export function MainNavLink({ link: { to, label }, onClick }: MainNavLinkProps) {
  const { pathname, search } = useLocation()
  const here = to.includes('?') ? pathname + search : pathname
  return (
    <Link to={to} className="nav-link" aria-current={here === to ? 'page' : undefined} onClick={onClick}>
      {label}
    </Link>
  )
}
