import { useHoldTime } from '../api/sale-times.ts'

/** Explains the steps from the listing to the handover. */
export function HowBuyingWorks() {
  const holdTime = useHoldTime()
  const steps = [
    ['Add it to your list', 'Leave a phone number and suggest where to meet. You won’t be charged yet.'],
    ['Check out', `We hold the car ${holdTime ? `for ${holdTime} ` : ''}so no one else can buy it.`],
    [
      'Pay by card',
      'You pay the price on this page; nothing is added. Stripe processes your card, and we never see the number.',
    ],
    [
      'Meet the seller',
      'Your deal’s page has the seller’s number. Agree on a time and a place for the handover there.',
    ],
    [
      'Get the keys',
      'Look the car over, then show the seller your code. It releases your money to the seller.',
    ],
  ]
  return (
    <section aria-labelledby="how-title">
      <h2 id="how-title" className="text-h3">
        How buying works
      </h2>
      <ol className="mt-4 flex flex-col">
        {steps.map(([name, text], index) => (
          <li key={name} className="group relative flex gap-4 pb-5 last:pb-0">
            <span
              aria-hidden="true"
              className="relative z-1 grid size-8 flex-none place-items-center rounded-full bg-primary-soft text-small font-bold text-primary-ink"
            >
              {index + 1}
            </span>
            <span
              aria-hidden="true"
              className="absolute top-8 bottom-0 left-4 w-px bg-line group-last:hidden"
            />
            <div className="min-w-0 pt-1">
              <h3 className="font-semibold">{name}</h3>
              <p className="text-small text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
