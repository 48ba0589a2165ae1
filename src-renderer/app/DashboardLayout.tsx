import { ChevronDown, Menu } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { useMe } from '../session/use-session.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { useCurrentTitle } from '../ui/page-title.ts'
import { PageOutlet } from './PageOutlet.tsx'
import { Header } from './Header.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import { findMenuLabel } from './side-menu.ts'
import { useUnfinishedPhotos } from './use-unfinished-photos.ts'

/** Shows the menu and the content, side by side if there is space. */
export function DashboardLayout() {
  useUnfinishedPhotos()
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <div className="page flex flex-1 flex-col gap-x-8 md:flex-row">
        <SideMenuSheet />
        <SideMenu />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 py-6 md:py-8">
          <PageOutlet />
        </main>
      </div>
    </div>
  )
}

function SideMenu() {
  return (
    <nav aria-label={pages.overview.title} className="side-menu no-print">
      <MenuGroups me={useMe()} />
    </nav>
  )
}

/** Shows the same links in a sheet on small screens, opened by a button with the page's name. */
function SideMenuSheet() {
  const me = useMe()
  const { pathname } = useLocation()
  const title = useCurrentTitle()
  const [isOpen, setOpen] = useState(false)
  const label = findMenuLabel(pathname, me) ?? title

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
