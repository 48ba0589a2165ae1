import { CalendarClock, CreditCard, Undo2, type LucideIcon } from 'lucide-react'

interface ReservationStepsProps {
  /** The deposit and the rest of the price, such as `$500`. */
  deposit: string
  rest: string
  /** The end or the length of the reservation, such as `until Sat, Nov 29, 3:00 PM` or `for 3 days`. */
  period: string
}

/** Explains what happens between the deposit and the sale. */
export function ReservationSteps({ deposit, rest, period }: ReservationStepsProps) {
  const steps: [LucideIcon, string, string][] = [
    [CalendarClock, 'See the car', `Agree on a time with the seller. No one else can buy it ${period}.`],
    [CreditCard, 'Pay the rest', `${rest} by card from your purchase list, or to the seller directly.`],
    [
      Undo2,
      'Changed your mind?',
      `End the reservation before you pay the rest, and we refund the ${deposit} in full. The same goes if the time runs out.`,
    ],
  ]
  return (
    <ul className="flex flex-col gap-4">
      {steps.map(([Icon, title, text]) => (
        <li key={title} className="flex gap-3">
          <span className="grid size-9 flex-none place-items-center rounded-full bg-primary-soft text-primary-ink">
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p className="text-small text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
