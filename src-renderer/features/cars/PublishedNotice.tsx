import { Printer } from 'lucide-react'
import { pagePath } from '../../../contract/pages.ts'
import { platform } from '../../platform/current.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { printAtOnce } from './print-at-once.ts'
import { usePublished } from './published.ts'
import { ShareButton } from './ShareButton.tsx'

/** Says that a car was listed for the first time, and what to do with its page. */
export function PublishedNotice() {
  const car = usePublished()
  if (!car) return null
  const path = pagePath('car', { id: car.id })
  return (
    <Notice tone="success" className="mb-5" title={`Your ${car.name} is listed`}>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton variant="secondary" size="small" to={path}>
          View
        </LinkButton>
        <ShareButton title={car.name} path={path} text="Share" />
        {platform.can.print && (
          <LinkButton variant="secondary" size="small" to={path} state={printAtOnce}>
            <Printer aria-hidden="true" />
            Print
          </LinkButton>
        )}
      </div>
    </Notice>
  )
}
