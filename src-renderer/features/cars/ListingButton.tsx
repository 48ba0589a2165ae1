import { Button } from '../../ui/controls/Button.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import type { Listing } from './use-car-moves.tsx'

export function ListingButton({ listing }: { listing: Listing | null }) {
  if (!listing) return null
  return (
    <Button variant="secondary" loading={listing.isBusy} onClick={handleSingleClick(listing.run)}>
      {listing.label}
    </Button>
  )
}
