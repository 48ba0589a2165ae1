import { CircleCheck, CircleDashed, RefreshCw, type LucideIcon } from 'lucide-react'
import type { Deal } from '../../../contract/deals.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import type { SideSignature } from './document-signatures.ts'

const icons: Record<SideSignature['state'], LucideIcon> = {
  signed: CircleCheck,
  outdated: RefreshCw,
  missing: CircleDashed,
}

/** Shows who has signed the current documents. */
export function Signatures({ deal, sides }: { deal: Deal; sides: readonly SideSignature[] }) {
  return (
    <ul className="deal-signatures" aria-label="Signatures">
      {sides.map(({ side, state, signature }) => {
        const Icon = icons[state]
        return (
          <li key={side} data-state={state}>
            <Icon aria-hidden="true" />
            <div className="min-w-0 wrap-anywhere">
              <p className="text-small text-subtle">{signerOf(deal, side)}</p>
              {signature ? (
                <p className="deal-signature">{signature.name}</p>
              ) : (
                <p className="text-muted">Not signed yet</p>
              )}
              {signature && (
                <p className="text-tiny text-muted">
                  {state === 'outdated' ? 'Signed an earlier version on ' : 'Signed on '}
                  <DateText at={signature.signedAt} hasTime />
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function signerOf({ role, buyerName, sellerName }: Deal, side: SideSignature['side']): string {
  const [label, name] = side === 'buyer' ? ['Buyer', buyerName] : ['Seller', sellerName]
  return role === side ? `${label}: you` : `${label}: ${name}`
}
