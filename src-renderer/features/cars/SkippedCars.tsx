import { Notice } from '../../ui/controls/Notice.tsx'
import { joinNames } from '../../ui/join-names.ts'

interface SkippedCarsProps {
  title: string
  reasons: readonly { reason: string; names: readonly string[] }[]
  isAlert?: boolean
}

export function SkippedCars({ title, reasons, isAlert = false }: SkippedCarsProps) {
  return (
    <Notice tone="info" title={title} isAlert={isAlert}>
      <ul className="flex flex-col gap-2">
        {reasons.map(({ reason, names }) => (
          <li key={reason} className="wrap-anywhere">
            <span className="font-medium">{reason.replace(/\.$/, '')}:</span> {joinNames(names)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
