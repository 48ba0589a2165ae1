import { strings } from '../../../contract/strings.ts'
import { useScrollable } from '../../ui/use-scrollable.ts'

const TILES = [
  {
    photo: 'inspected',
    title: 'The facts on every car',
    text: 'Year, mileage, fuel, condition, and location, straight from the seller. If something’s missing, we say so.',
  },
  {
    photo: 'price',
    title: 'A price you can compare',
    text: 'Today’s price next to what the car cost new.',
  },
  {
    photo: 'verified',
    title: 'Verified sellers',
    text: 'The badge means our team has verified the seller.',
  },
  {
    photo: 'payment',
    title: 'Pay by card',
    text: 'We hold your money until the handover is confirmed. Stripe handles your card, so we never see the number.',
  },
  {
    photo: 'meeting',
    title: 'Meet where it suits you',
    text: 'You suggest the place. Once you’ve paid, you and the seller have each other’s numbers.',
  },
  {
    photo: 'support',
    title: 'Someone on your side',
    text: 'Something off with a listing or a sale? Report it. A real person decides and tells you the outcome.',
  },
]

export function Offer() {
  const row = useScrollable<HTMLUListElement>()
  return (
    <section aria-labelledby="offer-title">
      <h2 id="offer-title" className="text-h2">
        {strings.home.offer}
      </h2>
      <ul {...row} className="snap-row mt-4 sm:grid-cols-2 lg:grid-cols-3">
        {TILES.map(({ photo, title, text }) => (
          <li key={photo} className="card flex overflow-hidden max-sm:flex-col">
            <img
              src={`/art/offer/${photo}.svg`}
              alt=""
              width={480}
              height={320}
              loading="lazy"
              className="h-24 w-full flex-none bg-sunken object-cover sm:h-full sm:min-h-24 sm:w-28"
            />
            <div className="flex flex-col justify-center gap-0.5 px-4 py-2.5">
              <h3 className="text-body font-bold">{title}</h3>
              <p className="text-small text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
