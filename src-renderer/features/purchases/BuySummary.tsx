import type { ReactNode } from 'react'

interface BuySummaryProps {
  photo: ReactNode
  facts: readonly (readonly [name: string, value: string])[]
}

export function BuySummary({ photo, facts }: BuySummaryProps) {
  return (
    <div className="flex items-start gap-4 rounded-control bg-sunken p-3">
      <div className="w-24 flex-none sm:w-36">{photo}</div>
      <dl className="grid min-w-0 flex-1 grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-small">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
