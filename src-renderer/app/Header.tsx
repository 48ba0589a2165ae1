import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { strings } from '../../contract/strings.ts'
import { SandboxBadge } from '../features/config/SandboxBadge.tsx'
import { useSession } from './session/use-session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton, LinkButton } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

// Strangers need none of it.
const AccountMenu = lazy(() =>
  import('./session/AccountMenu.tsx').then((module) => ({ default: module.AccountMenu })),
)

/** Name, main links, account. On small screens the links unfold below. */
export function Header() {
  const { status, me } = useSession()
  const [isOpen, setOpen] = useState(false)

  const links = [
    { to: '/', label: strings.nav.home },
    { to: '/blogs', label: strings.nav.blogs },
    { to: '/reviews', label: strings.nav.reviews },
    ...(me ? [{ to: '/my-reviews', label: strings.nav.myReviews }] : []),
  ]

  return (
    <header className="no-print sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page flex min-h-17 items-center gap-2 max-[359px]:gap-1">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2.5 rounded-control"
          aria-label="Kerblight, home"
        >
          <Logo />
          <span className="text-[20px] font-heavy tracking-tight max-[429px]:hidden">Kerblight</span>
        </Link>
        <SandboxBadge />
        <nav aria-label="Main" className="ml-3 hidden flex-1 gap-1 md:flex">
          {links.map((link) => (
            <NavLink key={link.to} to={link.to} end className="nav-link">
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 max-[359px]:gap-0 sm:gap-2">
          <Link to="/search" state={{ focus: 'search' }} className="search-pill" aria-label="Search cars">
            <Search aria-hidden="true" className="size-4.5" />
            <span className="max-lg:hidden">Search cars</span>
          </Link>
          <ThemeToggle />
          {me && (
            <Suspense fallback={<span className="size-11" />}>
              <AccountMenu me={me} />
            </Suspense>
          )}
          {status === 'loading' && <span className="size-11" />}
          {!me && status !== 'loading' && (
            <>
              <LinkButton to="/register" variant="ghost" className="max-md:hidden">
                {strings.nav.register}
              </LinkButton>
              <LinkButton to="/login" className="max-[359px]:px-3">
                {strings.nav.login}
              </LinkButton>
              <span className="flex max-lg:hidden">
                <Avatar size={36} />
              </span>
            </>
          )}
          <span className="md:hidden">
            <IconButton
              label={isOpen ? 'Close menu' : 'Open menu'}
              aria-expanded={isOpen}
              aria-controls="small-menu"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <X /> : <MenuIcon />}
            </IconButton>
          </span>
        </div>
      </div>
      {isOpen && (
        <nav
          id="small-menu"
          aria-label="Main"
          className="page grid gap-1 border-t border-line py-3 md:hidden"
        >
          {links.map((link) => (
            <NavLink key={link.to} to={link.to} end className="nav-link" onClick={() => setOpen(false)}>
              {link.label}
            </NavLink>
          ))}
          {!me && (
            <NavLink to="/register" className="nav-link" onClick={() => setOpen(false)}>
              {strings.nav.register}
            </NavLink>
          )}
        </nav>
      )}
    </header>
  )
}
