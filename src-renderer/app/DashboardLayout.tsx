import { PageOutlet } from './PageOutlet.tsx'
import { Header } from './Header.tsx'
import { SideMenu } from './SideMenu.tsx'

/** Side menu and content; on small screens the menu is a row that scrolls sideways. */
export function DashboardLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <div className="page flex flex-1 flex-col gap-x-8 md:flex-row">
        <SideMenu />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 py-6 md:py-8">
          <PageOutlet />
        </main>
      </div>
    </div>
  )
}
