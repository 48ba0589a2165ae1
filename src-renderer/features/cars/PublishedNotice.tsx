import { useLocation } from 'react-router-dom'
import { pagePath } from '../../../contract/pages.ts'
import { useWebAddress } from '../../api/config.ts'
import { platform } from '../../platform/current.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { shareLink } from './copy-link.ts'
import { printRequest } from './print-request.ts'

/** Confirms that a car was listed for the first time, and offers actions for its page. */
export function PublishedNotice() {
  const car = usePublished()
  const webAddress = useWebAddress()
  if (!car) return null
  const path = pagePath('car', { id: car.id })
  return (
    <Notice tone="success" className="mb-5" title={`Your ${car.name} is listed`}>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton variant="secondary" size="small" to={path}>
          View
        </LinkButton>
        <Button
          variant="secondary"
          size="small"
          onClick={() => void shareLink({ title: car.name, url: webAddress(path) })}
        >
          Share
        </Button>
        {platform.can.print && (
          <LinkButton variant="secondary" size="small" to={path} state={printRequest}>
            Print
          </LinkButton>
        )}
      </div>
    </Notice>
  )
}

/** The router state of the page shown after a car is published for the first time. */
export interface Published {
  published: { id: string; name: string }
}

/** Returns the car whose first publication led to this page. */
function usePublished(): Published['published'] | null {
  const { state } = useLocation() as { state: Partial<Published> | null }
  return state?.published ?? null
}
