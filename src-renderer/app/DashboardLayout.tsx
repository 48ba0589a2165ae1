import { PageOutlet } from './PageOutlet.tsx'
import { Header } from './Header.tsx'
import { useUnfinishedPhotos } from './use-unfinished-photos.ts'
import { SideMenu, SideMenuSheet } from './SideMenu.tsx'

/** Menu and content, side by side where there is room. */
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
