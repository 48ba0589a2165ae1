import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { SandboxBadge } from '../features/config/SandboxBadge.tsx'
import { listMainLinks } from './main-links.ts'
import { MainNavLink } from './MainNavLink.tsx'
import { useSession } from '../session/use-session.ts'
import { IconButton, LinkButton } from '../ui/controls/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/controls/Logo.tsx'
import { NO_PHOTO } from '../ui/no-photo.ts'
import { SmallMenu } from './SmallMenu.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'

// Signed-out visitors don't need these parts, so they load lazily.
const AccountMenu = createLazyPart(
  () => import('./AccountMenu.tsx').then((module) => module.AccountMenu),
  'button',
)

const NotificationBell = createLazyPart(
  () => import('../features/messages/NotificationBell.tsx').then((module) => module.NotificationBell),
  'button',
)

/** On small screens, the links unfold below the header. */
export function Header() {
  const { status, me } = useSession()
  const [isOpen, setOpen] = useState(false)

  const links = listMainLinks(me)
  const isStranger = !me && status !== 'loading'

  return (
    <header className="no-print sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page flex min-h-17 items-center gap-2 max-sm:gap-0">
        <Link
          to="/"
          className="-ml-3.5 flex min-h-11 items-center gap-2.5 rounded-control pl-3.5"
          aria-label="Kerblight, home"
        >
          <Logo />
          <span
            className={cx(
              'text-[20px] font-heavy tracking-tight',
              me ? 'max-[379px]:hidden' : 'max-[339px]:hidden min-[390px]:max-[449px]:hidden',
            )}
          >
            Kerblight
          </span>
        </Link>
        <SandboxBadge />
        <nav aria-label="Main" className="ml-3 hidden flex-1 gap-1 lg:flex">
          {links.map((link) => (
            <MainNavLink key={link.to} link={link} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-0 sm:gap-2">
          <Link
            to={pages.search.path}
            state={{ focus: 'search' }}
            className="search-pill"
            aria-label="Search cars"
          >
            <Search aria-hidden="true" className="size-4.5" />
            <span className="max-xl:hidden">Search cars</span>
          </Link>
          {isStranger && (
            <span className="max-lg:hidden">
              <ThemeToggle />
            </span>
          )}
          {me && (
            <Suspense fallback={<span className="h-11 w-22 sm:w-24" />}>
              <NotificationBell />
              <AccountMenu me={me} />
            </Suspense>
          )}
          {status === 'loading' && <span className="size-11" />}
          {isStranger && (
            <>
              <LinkButton to={pages.register.path} variant="ghost" className="max-lg:hidden">
                {strings.nav.register}
              </LinkButton>
              <LinkButton to={pages.login.path} className="max-[389px]:hidden max-sm:px-3">
                {strings.nav.login}
              </LinkButton>
              <img src={NO_PHOTO} alt="" className="avatar size-9 flex-none" />
            </>
          )}
          <span className="lg:hidden">
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
      {isOpen && <SmallMenu links={links} onLeave={() => setOpen(false)} />}
    </header>
  )
}
