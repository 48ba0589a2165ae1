import { useScrollable } from '../../ui/use-scrollable.ts'

const STEPS = [
  { title: 'Find a car', text: 'Pick a make, compare prices and specs, and look through the photos.' },
  {
    title: 'Add it to your list',
    text: 'Leave a phone number and suggest where to meet. You won’t be charged yet.',
  },
  {
    title: 'Pay by card',
    text: 'We hold the car during checkout so no one can buy it out from under you.',
  },
  {
    title: 'Meet the seller',
    text: 'Agree on a time on your deal’s page. See the car, and show your code once you have the keys.',
  },
]

export function HowItWorks() {
  const row = useScrollable<HTMLOListElement>()
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title" className="text-h2">
        How it works
      </h2>
      <ol {...row} className="snap-row steps">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="step">
            <span aria-hidden="true" className="step-number">
              {index + 1}
            </span>
            <h3 className="text-body font-bold">{title}</h3>
            <p className="text-small text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
