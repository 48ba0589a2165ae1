import { useOnline } from '../ui/use-online.ts'

/** Says so while the network is gone; the live region is always there, so that the change is read out. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status" className="no-print">
      {!isOnline && (
        <p className="bg-warning-soft px-4 py-2 text-center text-small font-medium text-warning">
          You’re offline. This page may be out of date; your edits are kept.
        </p>
      )}
    </div>
  )
}
