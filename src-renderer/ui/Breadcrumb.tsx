import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

interface Crumb {
  label: string
  /** Left out for the page one is on. */
  to?: string
}

export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-small text-muted">
        {items.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-4 text-subtle" />}
            {to ? (
              <Link
                to={to}
                className="inline-flex min-h-6 items-center rounded-badge underline-offset-3 hover:underline"
              >
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="font-medium text-fg">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
