import type { ReactNode } from 'react'

/** Lists pairs of a name and a value, one per line. Pairs without a value are omitted. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-small text-subtle max-sm:mt-1">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
