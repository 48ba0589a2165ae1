import { PageOutlet } from './PageOutlet.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function MainLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="main" tabIndex={-1} className="flex-1">
        <PageOutlet />
      </main>
      <Footer />
    </div>
  )
}
