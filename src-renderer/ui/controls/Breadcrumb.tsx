import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

interface Crumb {
  label: string
  /** The page's URL, or undefined for the current page. */
  to?: string
}

export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print">
      <ol className="flex flex-wrap items-center gap-1 text-small text-muted">
        {items.map(({ label, to }, index) => (
          <li key={label} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-4 flex-none text-subtle" />}
            {to ? (
              <Link
                to={to}
                className="inline-flex min-h-6 items-center rounded-badge underline-offset-3 hover:underline pointer-coarse:-mx-2 pointer-coarse:-my-2.5 pointer-coarse:min-h-11 pointer-coarse:px-2"
              >
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="min-w-0 font-medium text-fg wrap-anywhere">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
