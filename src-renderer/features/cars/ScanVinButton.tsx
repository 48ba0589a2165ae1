import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { hasCameraAccess } from './camera.ts'
import { VinScanner } from './VinScanner.tsx'

interface ScanVinButtonProps {
  /** The field that has the focus afterwards. */
  field: () => HTMLElement | null
  onFound: (vin: string) => void
}

/** Reads the VIN with the camera, where there may be one. */
export function ScanVinButton({ field, onFound }: ScanVinButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasCameraAccess()) return null

  function handleFound(vin: string) {
    setOpen(false)
    onFound(vin)
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Camera aria-hidden="true" /> Scan
      </Button>
      <VinScanner isOpen={isOpen} onClose={() => setOpen(false)} onFound={handleFound} field={field} />
    </>
  )
}
