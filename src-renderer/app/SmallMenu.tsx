import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { useListCategoriesQuery } from '../features/categories/categories.api.ts'
import type { MainLink } from './main-links.ts'
import { MainNavLink } from './MainNavLink.tsx'
import { useSession } from '../session/use-session.ts'
import { ThemeIcon } from './ThemeToggle.tsx'
import { getThemeSwitchLabel, useTheme } from '../ui/theme.ts'

interface SmallMenuProps {
  links: readonly MainLink[]
  onLeave: () => void
}

/** Shows the main links if they don't fit in the header, market links first. */
export function SmallMenu({ links, onLeave }: SmallMenuProps) {
  const { status } = useSession()
  const [theme, toggleTheme] = useTheme()
  useEffect(() => {
    const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onLeave()
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [onLeave])
  const renderLink = (link: MainLink) => <MainNavLink key={link.to} link={link} onClick={onLeave} />

  return (
    <nav id="small-menu" aria-label="Main" className="page grid gap-1 border-t border-line py-3 lg:hidden">
      {links.filter(({ isMarket }) => isMarket).map(renderLink)}
      <Makes onLeave={onLeave} />
      {links.filter(({ isMarket }) => !isMarket).map(renderLink)}
      {status !== 'in' && [
        renderLink({ to: pages.register.path, label: strings.nav.register }),
        renderLink({ to: pages.login.path, label: strings.nav.login }),
      ]}
      <button type="button" className="nav-link justify-between" onClick={toggleTheme}>
        {getThemeSwitchLabel(theme)}
        <ThemeIcon theme={theme} />
      </button>
    </nav>
  )
}

function Makes({ onLeave }: { onLeave: () => void }) {
  const { data: categories } = useListCategoriesQuery()
  if (!categories?.length) return null
  return (
    <ul aria-label="Makes" className="mb-2 flex flex-wrap gap-x-1 border-b border-line pb-2">
      {categories.slice(0, 6).map(({ category_name: make, count }) => (
        <li key={make}>
          <Link
            to={`${pages.search.path}?brand=${encodeURIComponent(make)}`}
            className="nav-link gap-1.5 text-muted!"
            onClick={onLeave}
          >
            {make} <span className="text-tiny text-subtle">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
