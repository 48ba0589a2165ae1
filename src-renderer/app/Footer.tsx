import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { useConfig } from '../api/config.ts'
import { Logo } from '../ui/controls/Logo.tsx'
import { Shape } from '../ui/controls/Shape.tsx'

/** The accepted cards. A logo's file name is the card's name in lowercase, without spaces. */
const CARDS = ['Visa', 'Mastercard', 'American Express', 'Discover', 'Diners Club', 'JCB']

const LINKS = [
  { to: pages.blogs.path, label: 'Blogs' },
  { to: pages.reviews.path, label: 'Reviews' },
  { to: pages.privacy.path, label: 'Privacy' },
  { to: pages.terms.path, label: 'Terms' },
]

const CONTACT_LINE =
  'inline-flex min-h-11 items-center underline-offset-3 sm:min-h-7 hover:text-fg hover:underline'

export function Footer() {
  return (
    <footer className="no-print mt-12 border-t border-line bg-surface">
      <div className="page grid gap-x-8 gap-y-4 py-7 md:grid-cols-[1fr_auto] md:gap-y-6 md:py-9">
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-2.5">
              <Logo size={26} />
              <span className="text-lead font-heavy tracking-tight">Kerblight</span>
            </span>
            <span className="text-small text-muted">Providing cars since 2019</span>
          </p>
          <FooterContact />
        </div>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap items-start gap-x-2">
          {LINKS.map(({ to, label }) => (
            <Link key={to} to={to} className="nav-link">
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex flex-col gap-3 border-t border-line pt-5 md:col-span-2 md:flex-row md:items-center md:justify-between">
          <ul className="flex flex-wrap gap-1 sm:gap-2" aria-label="Cards we accept">
            {CARDS.map((card) => (
              <li
                key={card}
                className="grid h-8 w-11 sm:h-9 sm:w-14 place-items-center rounded-badge border border-line text-muted"
              >
                <Shape
                  src={`/marks/${card.toLowerCase().replace(' ', '')}.svg`}
                  role="img"
                  aria-label={card}
                  className="h-6 w-8 sm:w-9"
                />
              </li>
            ))}
          </ul>
          <p className="text-tiny text-subtle">All trademarks belong to their owners.</p>
        </div>
      </div>
    </footer>
  )
}

function FooterContact() {
  const { email, phone, phoneLink, address } = useConfig()?.contact ?? {}
  if (!email && !phone && !address) return null
  return (
    <address className="flex flex-wrap gap-x-5 text-small text-muted not-italic">
      {email && (
        <a href={`mailto:${email}`} className={CONTACT_LINE}>
          {email}
        </a>
      )}
      {phone && (
        <a href={phoneLink ?? undefined} className={CONTACT_LINE}>
          {phone}
        </a>
      )}
      {address && <span className="inline-flex min-h-7 items-center">{address}</span>}
    </address>
  )
}
