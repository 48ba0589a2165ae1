import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { pagePath } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { IncludedFees } from '../../ui/controls/IncludedFees.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { PhoneText } from '../../ui/controls/PhoneText.tsx'
import { FactsLine } from './FactsLine.tsx'
import { formatCarTitle } from './car-form.ts'
import { CarPhoto } from './CarPhoto.tsx'
import { ListingButton } from './ListingButton.tsx'
import { StateBadge } from './StateBadge.tsx'
import { CarPrice } from './CarPrice.tsx'
import { SpecTable } from './SpecTable.tsx'
import type { Listing } from './use-car-moves.tsx'

interface CarDetailsProps {
  car: Car
  /** Why an action is currently unavailable. */
  note: ReactNode
  menu: readonly (MenuEntry | false)[]
  listing: Listing | null
}

export function CarDetails({ car, note, menu, listing }: CarDetailsProps) {
  return (
    <div className="flex flex-col gap-4">
      <CarPhoto
        key={car._id}
        src={car.image_url}
        alt={formatCarTitle(car)}
        isUncropped
        className="rounded-control"
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <CarPrice car={car} hasFeeList />
        <StateBadge state={car.available} />
      </div>
      <IncludedFees {...car} />
      <p className="text-muted empty:hidden">
        <FactsLine car={car} />
      </p>
      {note && <p className="text-muted">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={pagePath('car', { id: car._id })} variant="secondary">
          Open page
        </LinkButton>
        <ListingButton listing={listing} />
        <Menu label={`Actions for ${formatCarTitle(car)}, beside its details`} entries={menu}>
          <MoreHorizontal />
        </Menu>
      </div>
      <p className="flex flex-col items-start">
        {car.sellerName}
        {car.sellerEmail && (
          <a href={`mailto:${car.sellerEmail}`} className="text-link">
            <EmailText address={car.sellerEmail} />
          </a>
        )}
        {car.selllerContact && <PhoneText phone={car.selllerContact} />}
      </p>
      <SpecTable car={car} />
      {car.description && <p className="whitespace-pre-line wrap-anywhere">{car.description}</p>}
    </div>
  )
}
