import { FlaskConical } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useConfig } from '../../api/config.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { NativeButton } from '../../ui/controls/native-controls.ts'

const SandboxHelp = createLazyPart(() => import('./SandboxHelp.tsx').then((module) => module.SandboxHelp))

/** Explains that nothing in sandbox mode is real, and lists the demo data to try. */
export function SandboxBadge() {
  const config = useConfig()
  const [isOpen, setOpen] = useState(false)
  if (!config?.demo) return null

  return (
    <>
      <NativeButton
        type="button"
        className="inline-grid flex-none min-h-11 min-w-11 place-items-center rounded-badge"
        aria-haspopup="dialog"
        aria-label="Sandbox: demo accounts and test cards"
        onClick={() => setOpen(true)}
      >
        <span className="badge" data-tone="accent">
          <FlaskConical aria-hidden="true" className="size-4" />
          <span className="max-sm:hidden">Sandbox</span>
        </span>
      </NativeButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Sandbox" size="wide">
        <Suspense fallback={<Spinner />}>
          <SandboxHelp demo={config.demo} />
        </Suspense>
      </Dialog>
    </>
  )
}
