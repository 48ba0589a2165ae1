import { useSyncExternalStore } from 'react'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { pageLoading } from './lazy-page.ts'

/** Says that the next page's code is on its way. */
export function NavigationBar() {
  const isLoading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isUnderWay)
  return isLoading ? <LoadingBar /> : null
}
