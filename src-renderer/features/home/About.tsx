import { Contact } from './Contact.tsx'

/** Who we are, and how to reach us. */
export function About() {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <section aria-labelledby="about-title" className="flex flex-col gap-4">
        <h2 id="about-title" className="text-h2">
          About us
        </h2>
        <p className="text-lead">Kerblight has been providing cars since 2019.</p>
        <p className="max-w-[60ch] text-muted">
          A car at the kerb, in daylight, hides little. That is how we want listings to be: you see the car as
          it is, with its age, its mileage and its price, and you decide. Sellers list their own cars. Admins
          verify sellers and look at every report. Payments go through Stripe; we never see a card number.
        </p>
      </section>
      <Contact />
    </div>
  )
}
