import { useEffect, useState } from 'react'
import { Spinner } from '../../ui/controls/Spinner.tsx'

const LATE_MS = 30_000

export function Settling() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Spinner label="Waiting" />
        <p>Your card was accepted. This page updates once the payment is recorded.</p>
      </div>
      <p role="status" className="text-muted">
        {isLate &&
          'This is taking longer than usual. You can leave this page; we’ll notify you when it’s done.'}
      </p>
    </div>
  )
}
