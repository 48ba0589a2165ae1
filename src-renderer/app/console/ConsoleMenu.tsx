import { Search, UserRound } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { commands } from '../../../contract/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { menuFor, ourMenuFor, type MenuItem } from '../side-menu.ts'
import { useSession } from '../session/use-session.ts'
import { acceleratorLabel } from './accelerators.ts'
import { useMenuCounts, type MenuCounts } from './use-menu-counts.ts'

/** The ways to every page of one's role, with how much there is. */
export function ConsoleMenu({ onFind }: { onFind: () => void }) {
  const { me } = useSession()
  const counts = useMenuCounts()

  return (
    <nav aria-label="Dashboard" className="console-menu">
      <button type="button" className="side-link" onClick={onFind}>
        <Search aria-hidden="true" />
        <span>Find</span>
        <kbd>{acceleratorLabel(commands.openPalette.accelerator)}</kbd>
      </button>
      {me === null ? (
        <Entry label={pages.login.title} to={pages.login.path} icon={UserRound} counts={counts} />
      ) : (
        <>
          {menuFor(me).map((item) => (
            <Entry key={item.to} {...item} counts={counts} />
          ))}
          <span aria-hidden="true" className="side-separator" />
          {ourMenuFor(me).map((item) => (
            <Entry key={item.to} {...item} counts={counts} />
          ))}
        </>
      )}
    </nav>
  )
}

function Entry({ label, to, icon: Icon, counts }: MenuItem & { counts: MenuCounts }) {
  const count = counts[to]
  return (
    <NavLink to={to} end className="side-link">
      <Icon aria-hidden="true" />
      <span>{label}</span>
      {count !== undefined && <small>{count.toLocaleString('en-US')}</small>}
    </NavLink>
  )
}
