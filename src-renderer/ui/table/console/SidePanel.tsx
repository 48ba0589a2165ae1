import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../../controls/Button.tsx'
import './side-panel.css'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * Shows a record next to its list. The focus stays in the list, so screen readers announce the
 * record's name whenever it changes.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = panel.current
    // An open menu inside the panel handles Escape itself.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    element?.addEventListener('keydown', handleKeyDown)
    return () => element?.removeEventListener('keydown', handleKeyDown)
  }, [onClose])

  return (
    <aside ref={panel} aria-label="Details" className="side-panel">
      <div className="side-panel-head">
        <h2 aria-live="polite">{title}</h2>
        <IconButton label="Close the details" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="side-panel-body">{children}</div>
    </aside>
  )
}
