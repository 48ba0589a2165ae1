const STEPS = [
  { title: 'Find a car', text: 'Choose a brand, compare facts and prices, look at the pictures.' },
  { title: 'Put it on your list', text: 'Give a phone number and a meeting place. Nothing is charged yet.' },
  {
    title: 'Pay by card',
    text: 'The car is held for you while you do, so that nobody buys it under your hands.',
  },
  {
    title: 'Meet the seller',
    text: 'You have each other’s number now. See the car, take the keys, tell others how it went.',
  },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title" className="text-h2">
        How it works
      </h2>
      <ol className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="card flex flex-col gap-2 p-5">
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center rounded-full bg-accent-soft text-lead font-heavy text-accent-ink"
            >
              {index + 1}
            </span>
            <h3 className="text-lead font-bold">{title}</h3>
            <p className="text-small text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
