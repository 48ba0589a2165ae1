import { Search, UserRound } from 'lucide-react'
import { commands } from '../../../contract/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { MenuGroups, SideLink } from '../MenuGroups.tsx'
import { useSession } from '../../session/use-session.ts'
import { acceleratorLabel } from '../../ui/accelerators.ts'

/** The ways to every page of one's role, with how much there is. */
export function ConsoleMenu({ onFind }: { onFind: () => void }) {
  const { me } = useSession()

  return (
    <nav aria-label={pages.overview.title} className="console-menu">
      <button type="button" className="side-link" onClick={onFind}>
        <Search aria-hidden="true" />
        <span>Find</span>
        <kbd>{acceleratorLabel(commands.openPalette.accelerator)}</kbd>
      </button>
      {me === null ? (
        <SideLink label={pages.login.title} to={pages.login.path} icon={UserRound} />
      ) : (
        <MenuGroups me={me} />
      )}
    </nav>
  )
}
