import { Clock, Mail, MapPin, Phone } from 'lucide-react'

const CONTACTS = [
  { icon: Mail, name: 'E-mail', value: 'hello@kerblight.test', href: 'mailto:hello@kerblight.test' },
  { icon: Phone, name: 'Telephone', value: '(503) 555-0100', href: 'tel:+15035550100' },
  { icon: MapPin, name: 'Address', value: '14 Lamp Street, Portland, OR' },
  { icon: Clock, name: 'Hours', value: 'Monday to Friday, 9:00 to 17:00' },
]

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
      <section aria-labelledby="contact-title" className="flex flex-col gap-4">
        <h2 id="contact-title" className="text-h2">
          Contact
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2">
          {CONTACTS.map(({ icon: Icon, name, value, href }) => (
            <li key={name} className="flex items-start gap-3">
              <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none text-primary" />
              <span>
                <span className="block text-tiny text-subtle">{name}</span>
                {href ? (
                  <a href={href} className="text-link inline-flex min-h-6 items-center">
                    {value}
                  </a>
                ) : (
                  value
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
