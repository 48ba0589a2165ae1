import { LegalText } from './LegalText.tsx'

export function PrivacyPage() {
  return (
    <LegalText title="Privacy" lead="What we collect, why, who can see it, and how to download or delete it.">
      <h2>What we keep</h2>
      <ul>
        <li>Your account: name, email address, photo, whether you buy or sell, and when you joined.</li>
        <li>What you do here: the cars you list, your purchase list, The Kerb, reports, and reviews.</li>
        <li>Payments: the amount, the date, and the transaction ID. We never see your card number.</li>
        <li>
          Your deals: the times and the place of the handover, who confirmed it, and the problems you report.
        </li>
        <li>
          Your sign-ins: the browser’s name and when it was last used, so you can sign out a device you don’t
          recognize.
        </li>
        <li>
          If you ask for the newsletter: your address, until you unsubscribe. If you don’t confirm it, we
          delete it after seven days.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Anyone can see your reviews, with your name and photo, and the cars you list. Signed-in users can also
        see a seller’s email address and phone number. A seller sees a buyer’s name, and the buyer’s contact
        info and meeting place after payment. Both see everything about their deal, except the code, which
        only the buyer sees. Emails about a deal have a link that shows it without signing in for 90 days. Our
        team sees what it needs to run the marketplace.
      </p>
      <p>
        An identity service handles sign-in, and a payment provider handles cards. Sellers give the payment
        provider the identity and bank details that it needs for payouts; we don’t see them. If a buyer
        disputes a payment, the payment provider and the buyer’s bank get the facts of the sale. An email
        service delivers our emails, and an image host may store photos. Each gets only what it needs for
        that, and nothing for advertising.
      </p>
      <h2>In your browser</h2>
      <p>
        We store what keeps you signed in; your settings, such as light or dark mode, units, and how tables
        look; the cars that you viewed last, that you hid, and, without a sign-in, that you added to The Kerb;
        what you opened last in the console; if you sell, the phone number and location of the car you listed
        last and photos you haven’t finished uploading; while you register, your email address, name, and
        photo; and, until you close the tab, how far you scrolled and what you typed but didn’t send. There
        are no tracking cookies and no advertising scripts.
      </p>
      <h2>Your rights</h2>
      <p>
        You can download everything we keep about you, correct it, and delete your account. Deleting it
        removes your name, photo, and uploads, and your reviews stay under “Deleted user.” Payment records
        remain: the amount, the date, and the car, without your name. The documents of a sale remain with both
        names, because the other side relies on them.
      </p>
    </LegalText>
  )
}
