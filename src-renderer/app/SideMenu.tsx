import { ChevronDown, Menu } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import { useCurrentTitle } from '../ui/page-title.ts'
import { useMe } from '../session/use-session.ts'
import { menuLabelOf } from './side-menu.ts'

/** The ways to the dashboard's pages, beside the page. */
export function SideMenu() {
  return (
    <nav aria-label={pages.overview.title} className="side-menu no-print">
      <MenuGroups me={useMe()} />
    </nav>
  )
}

/** The same where there is no room beside it: the page's name opens it. */
export function SideMenuSheet() {
  const me = useMe()
  const { pathname } = useLocation()
  const title = useCurrentTitle()
  const [isOpen, setOpen] = useState(false)
  const label = menuLabelOf(pathname, me) ?? title

  return (
    <div className="side-sheet no-print">
      <button
        type="button"
        className="side-opener"
        aria-haspopup="dialog"
        aria-label={`${label}, dashboard menu`}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" />
        <span>{label}</span>
        <ChevronDown aria-hidden="true" />
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={pages.overview.title} focus="head">
        <nav aria-label={pages.overview.title} className="side-list">
          <MenuGroups me={me} onChoose={() => setOpen(false)} />
        </nav>
      </Dialog>
    </div>
  )
}
