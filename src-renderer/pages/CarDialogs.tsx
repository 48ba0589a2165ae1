import { Suspense, useEffect, useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { LoadingBar } from '../ui/controls/LoadingBar.tsx'
import type { CarDialogsProps } from './BuyAndReport.tsx'

const load = () => import('./BuyAndReport.tsx').then((module) => module.BuyAndReport)
const BuyAndReport = createLazyPart(load, 'toast')

/**
 * Provides the buy and report dialogs for every page that shows cars. Only signed-in users can open
 * them, so their code loads only for those.
 */
export function CarDialogs(props: CarDialogsProps) {
  const isMember = useSession().me !== null
  const isOpen = props.state.dialog !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)

  useEffect(() => {
    // A failed preload is ignored; opening a dialog then reports the error.
    if (isMember) load().catch(() => undefined)
  }, [isMember])

  return wasOpen ? (
    <Suspense fallback={<LoadingBar />}>
      <BuyAndReport {...props} />
    </Suspense>
  ) : null
}
