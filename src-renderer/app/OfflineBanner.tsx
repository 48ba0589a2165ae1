import { useSyncExternalStore } from 'react'

/** Says so while the network is gone; the live region is always there, so that the change is read out. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="no-print">
      {!isOnline && (
        <p className="bg-warning-soft px-4 py-2 text-center text-small font-medium text-warning">
          You are offline. What you see may be out of date; what you type stays here.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
