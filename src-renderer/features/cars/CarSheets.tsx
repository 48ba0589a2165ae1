import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Car } from '../../../contract/cars/cars.ts'
import { platform } from '../../platform/current.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { CarSheet } from './CarSheet.tsx'

interface CarSheetsProps {
  cars: readonly Car[]
  /** Called once the sheets are printed or saved, or printing is canceled. */
  onDone: () => void
}

/** Prints one sheet per car. The console saves them as one PDF instead. The sheets are hidden on screen. */
export function CarSheets({ cars, onDone }: CarSheetsProps) {
  const box = useRef<HTMLDivElement>(null)
  const print = useEffectEvent(async () => {
    const photos = [...(box.current?.querySelectorAll('img') ?? [])]
    // A photo that fails to load leaves its area empty.
    await Promise.all(photos.map((photo) => photo.decode().catch(() => undefined)))
    if (platform.console === null) {
      // If `print()` returns before the dialog closes, the sheets must stay until `afterprint`.
      addEventListener('afterprint', onDone, { once: true })
      return platform.print()
    }
    await platform.console.savePdf('Windshield sheets').catch(() => {
      toast.error('The windshield sheets weren’t saved. Try again.')
    })
    onDone()
  })
  useEffect(() => void print(), [])
  return createPortal(
    <div ref={box} className="car-sheets">
      {cars.map((car) => (
        <CarSheet key={car._id} car={car} />
      ))}
    </div>,
    document.body,
  )
}
