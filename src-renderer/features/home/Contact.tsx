import { Clock, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react'
import type { Contact as Contacts } from '../../../contract/contact.ts'
import { pages } from '../../../contract/pages.ts'
import { useConfig } from '../../api/config.ts'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'

interface Detail {
  icon: LucideIcon
  name: string
  value: string
  href?: string | null
}

/** Shows how to contact sellers, moderators and, if the settings include them, this site's operators. */
export function Contact() {
  const contact = useConfig()?.contact
  const details = contact ? detailsOf(contact) : []

  return (
    <section aria-labelledby="contact-title" className="flex flex-col gap-3">
      <h2 id="contact-title" className="text-h2">
        Contact
      </h2>
      {details.length > 0 && (
        <ul className="contact-details">
          {details.map((detail) => (
            <DetailItem key={detail.name} {...detail} />
          ))}
        </ul>
      )}
      <div className="flex max-w-[60ch] flex-col gap-2 text-small text-muted">
        <p>
          Questions about a car? Find it in <TextLink to={pages.search.path}>Search</TextLink> and sign in to
          see how to reach the seller.
        </p>
        <p>
          Something wrong with a listing? Use Report on its page. Our team reviews it and tells you what we
          decided.
        </p>
      </div>
    </section>
  )
}

function detailsOf({ email, phone, phoneLink, address, hours }: Contacts): Detail[] {
  return [
    ...(email ? [{ icon: Mail, name: 'Email', value: email, href: `mailto:${email}` }] : []),
    ...(phone ? [{ icon: Phone, name: 'Phone', value: phone, href: phoneLink }] : []),
    ...(address ? [{ icon: MapPin, name: 'Address', value: address }] : []),
    ...(hours ? [{ icon: Clock, name: 'Hours', value: hours }] : []),
  ]
}

function DetailItem({ icon: Icon, name, value, href }: Detail) {
  return (
    <li className="contact-detail">
      <Icon aria-hidden="true" className="size-5 flex-none text-primary" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block text-tiny text-subtle">{name}</span>
        {href ? (
          <a href={href} className="text-link inline-flex items-center">
            {name === 'Email' ? <EmailText address={value} /> : value}
          </a>
        ) : (
          value
        )}
      </span>
    </li>
  )
}
