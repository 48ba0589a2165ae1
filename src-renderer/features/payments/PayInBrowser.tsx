import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/controls/Button.tsx'

/** Opens the page at `path` in the system's browser, for hosts where users can't enter card details. */
export function PayInBrowser({ path }: { path: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">You’ll pay in your browser. This page updates when you’re done.</p>
      <Button onClick={() => platform.openExternal(path)}>Pay in browser</Button>
    </div>
  )
}
