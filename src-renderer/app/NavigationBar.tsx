import { useSyncExternalStore } from 'react'
import { pageLoading } from './lazy-page.ts'

/** A thin sign at the top that the next page's code is on its way. */
export function NavigationBar() {
  const isLoading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isUnderWay)
  return isLoading ? <div className="navigation-bar" aria-hidden="true" /> : null
}
