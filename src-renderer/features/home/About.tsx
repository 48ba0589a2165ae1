export function About() {
  return (
    <section aria-labelledby="about-title" className="flex flex-col gap-3">
      <h2 id="about-title" className="text-h2">
        About us
      </h2>
      <p className="text-lead">Kerblight has been providing cars since 2019.</p>
      <p className="max-w-[60ch] text-muted">
        A car parked at the curb in daylight doesn’t hide much. That’s how listings should be: you see the car
        as it is, with its year, mileage, and price, and you decide. Sellers list their own cars. Our team
        verifies sellers and reviews every report. Payments go through Stripe; we never see a card number.
      </p>
    </section>
  )
}
