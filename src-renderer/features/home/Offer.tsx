import { strings } from '../../../contract/strings.ts'

const TILES = [
  {
    picture: 'inspected',
    title: 'The facts of each car',
    text: 'Year, mileage, fuel, condition and place, as its seller gives them. What is missing says so.',
  },
  {
    picture: 'price',
    title: 'A price one can compare',
    text: 'Today’s price beside the one when new, and what you save.',
  },
  {
    picture: 'verified',
    title: 'Verified sellers',
    text: 'A badge shows whom our admins have verified.',
  },
  {
    picture: 'payment',
    title: 'Pay by card',
    text: 'The car is held for you while you pay. Your card number never reaches us.',
  },
  {
    picture: 'meeting',
    title: 'Meet where you like',
    text: 'You name the place; after paying, you and the seller have each other’s number.',
  },
  {
    picture: 'support',
    title: 'A word with us',
    text: 'Report a listing that looks wrong. A person looks at it and tells you what became of it.',
  },
]

export function Offer() {
  return (
    <section aria-labelledby="offer-title">
      <h2 id="offer-title" className="text-h2">
        {strings.home.offer}
      </h2>
      <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {TILES.map(({ picture, title, text }) => (
          <li key={picture} className="card overflow-hidden">
            <img
              src={`/art/offer/${picture}.svg`}
              alt=""
              width={480}
              height={320}
              loading="lazy"
              className="aspect-3/2 w-full bg-sunken object-cover"
            />
            <div className="flex flex-col gap-1 p-5">
              <h3 className="text-lead font-bold">{title}</h3>
              <p className="text-small text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
