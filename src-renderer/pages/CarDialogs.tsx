import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LoadingBar } from '../ui/controls/LoadingBar.tsx'
import type { CarDialogsProps } from './BuyAndReport.tsx'

const load = () => import('./BuyAndReport.tsx').then((module) => module.BuyAndReport)
const BuyAndReport = lazyPart(load, 'toast')

/**
 * Provides the buy and report dialogs for every page that shows cars. Their code loads only for signed-in
 * users, because others can't open them.
 */
export function CarDialogs(props: CarDialogsProps) {
  const isMember = useSession().me !== null
  const isOpen = props.state.dialog !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)

  useEffect(() => {
    // A failed preload is ignored; it is reported when the user opens a dialog.
    if (isMember) load().catch(() => undefined)
  }, [isMember])

  return wasOpen ? (
    <Suspense fallback={<LoadingBar />}>
      <BuyAndReport {...props} />
    </Suspense>
  ) : null
}
