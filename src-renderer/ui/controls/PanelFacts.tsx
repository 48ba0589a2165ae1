import type { ReactNode } from 'react'

/** Lists names and values in a console panel, omitting unknown values. */
export function PanelFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="panel-facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
