import { useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { pages, type PageName } from '../../contract/pages.ts'
import { setPageTitle } from '../ui/page-title.ts'
import { Guard } from '../session/Guard.tsx'

let lastPathname: string | undefined

/**
 * Wraps every page with its access guard and title, and moves the focus to the page when the user
 * arrives from another one.
 */
export function PageFrame({ name, children }: { name: PageName; children: ReactNode }) {
  const { title, access } = pages[name]
  const { pathname } = useLocation()

  // A layout effect, so that a page's own `usePageTitle` runs after it.
  useLayoutEffect(() => setPageTitle(title), [title])
  // Screen readers and the Tab key start at the new page, as after a full load. An element of the
  // page that needs the focus takes it afterward.
  useLayoutEffect(() => {
    const isArrival = lastPathname !== undefined && lastPathname !== pathname
    lastPathname = pathname
    if (isArrival) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])

  return <Guard access={access}>{children}</Guard>
}
