import { PageOutlet } from './PageOutlet.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function MainLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      {/* The content is at least as high as the screen. The footer therefore does not jump when a
         page loads. */}
      <main id="main" tabIndex={-1} className="min-h-dvh flex-1">
        <PageOutlet />
      </main>
      <Footer />
    </div>
  )
}
